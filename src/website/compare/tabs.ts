import { countDlls, isHead } from '../../load-order/rendering/comparison/rows.ts'
import type { ComparisonQuery, ComparisonTab, ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import type { Tab } from '../parts/tabs.tsx'
import { iniFilesOfOne } from './settings-tab.tsx'

/** Returns the tabs of a comparison, each with the number of its changes. Only lists with logs have DLLs. */
export function tabsOf(view: ComparisonView, to: (change: Partial<ComparisonQuery>) => string): Tab[] {
  const { mods, plugins, dlls } = view
  const moved = [mods, plugins].reduce((sum, head) => sum + (isHead(head) ? head.counts.moved : 0), 0)
  const tab = (id: ComparisonTab, name: string, count: number): Tab => ({
    name,
    to: to({ tab: id, kind: undefined, text: '', hidesOff: false, page: 0 }),
    count,
    isOpen: view.tab === id,
  })
  return [
    tab('mods', 'Mods', isHead(mods) ? mods.rows : 0),
    tab('plugins', 'Plugins', isHead(plugins) ? plugins.rows : 0),
    ...(dlls !== null || view.tab === 'dlls' ? [tab('dlls', 'DLLs', countDlls(dlls))] : []),
    tab('settings', 'Settings', view.settingsCount + iniFilesOfOne(view.files).length),
    tab('order', 'Order', moved),
    tab('files', 'Files', view.files.length),
  ]
}

/** Reports whether any tab has changes, so that there may be something to take over. */
export const hasChanges = (tabs: readonly Tab[]): boolean => tabs.some(({ count = 0 }) => count > 0)
