/** A kind of profile that people have, rebuilt as small as possible, and what the catalog reads in it. */
export interface FieldCase {
  kind: string
  files: Record<string, string | Buffer>
  /** The game in addresses of Nexus Mods; undefined if it is unknown. */
  domain?: string | null
  /** In the order of the load order: state (on +, off -, unmanaged *), name, version and source; ? before an unknown place. */
  mods?: string[]
  /** State (on +, off -, unknown ?) and name. */
  plugins?: string[]
  /** The codes and counts of the notes. */
  notes?: string[]
}
