import supertest from 'supertest'
import { onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import type { Context } from '../../../src/context.ts'
import { type AdmissionSettings, createAdmission } from '../../../src/lists/writing/admission.ts'
import { options } from '../it.ts'

/** Settings without limits. */
export const OPEN: AdmissionSettings = {
  ...{ anonymousUploads: true, anonymousMaxLifetime: 'perm', storageLimitBytes: 0 },
  ...{ anonymousDailyBytes: 0, anonymousDailyLists: 0, dailyBytes: 0 },
}

/** Builds an application with other limits, over a catalog whose files have this total size. */
export async function appWith(catalog: Context, settings: Partial<AdmissionSettings>, stored = () => 0) {
  const admission = createAdmission({ ...OPEN, ...settings }, async () => stored())
  const app = await buildApp({ ...catalog, admission } as never, { ...options, trustProxy: 1 })
  onTestFinished(() => app.close())
  await app.ready()
  return supertest(app.server)
}
