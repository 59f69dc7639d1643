import { buildWebsiteAssets } from '../../../scripts/website-assets.ts'

export default function setup(): Promise<void> {
  return buildWebsiteAssets()
}
