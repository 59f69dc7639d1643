import type { ComponentChildren } from 'preact'

/** The column at the right of a page. Narrow windows show it first, folded. */
export const Side = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <aside class="side">
    <details>
      <summary>{title}</summary>
      <div class="boxes">{children}</div>
    </details>
  </aside>
)

/** A titled box in the column at the right. */
export const Box = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="box">
    <h2>{title}</h2>
    {children}
  </section>
)

/** Facts, each with its name. Facts without a value are left out. */
export const Facts = ({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(facts)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
