import type { FastifyRequest } from 'fastify'
import { CatalogError } from '../../errors.ts'

/**
 * Refuses forms that another website makes a browser send. Without a key such a form cannot change a list, but it could
 * create lists and reports from the IP addresses of that site's visitors. Older browsers and programs do not send the
 * header.
 */
export async function refuseOtherSites({ method, headers }: FastifyRequest): Promise<void> {
  if (method !== 'POST' || headers['sec-fetch-site'] !== 'cross-site') return
  throw new CatalogError('forbidden', 'Forbidden: this form cannot be sent from another website. Use the API.')
}
