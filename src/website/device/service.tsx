import type { Context } from '../../context.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { EMPTY } from '../sign-in/service.tsx'
import { DevicePage, type DevicePageData } from './page.tsx'

/** Renders the page for the code of a program. */
export const devicePage = (
  { urls }: Pick<Context, 'urls'>,
  user: string,
  { form = EMPTY, program, answer }: Partial<Pick<DevicePageData, 'form' | 'program' | 'answer'>>,
): Buffer => documentOf(<DevicePage site={siteOf(urls)} user={user} form={form} program={program} answer={answer} />)
