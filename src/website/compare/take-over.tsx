import type { ComponentChildren } from 'preact'
import { SubmitButton } from '../form/field.tsx'
import { Name } from '../parts/shown-list.tsx'
import { comparePath, type Site } from '../parts/site.ts'
import { Choosing } from './entries.tsx'

interface TakeOverData {
  site: Site
  slugs: readonly [first: string, second: string]
  names: readonly [first: string, second: string]
  choosing: { mods: boolean; plugins: boolean }
  children: ComponentChildren
}

/** A form around the changes, to choose those that the first list takes over. */
export function TakeOver({ site, slugs: [first, second], names, choosing, children }: TakeOverData) {
  if (!choosing.mods && !choosing.plugins) return <>{children}</>
  return (
    <form class="take-over" method="post" action={`${comparePath(site, first, second)}/take-over`}>
      <p>
        Tick the changes that you want in <Name of={names[0]} />, then choose “Take over” below them.
      </p>
      <Choosing.Provider value={choosing}>{children}</Choosing.Provider>
      <p class="actions">
        <SubmitButton text="Take over" class="primary" />
        <span>
          into <Name of={names[0]} />
        </span>
        <span class="outcome" role="status" />
        <a href={comparePath(site, second, first)}>
          Take over into <Name of={names[1]} /> instead
        </a>
      </p>
    </form>
  )
}
