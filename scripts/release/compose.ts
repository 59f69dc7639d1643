/** Returns the file for Docker Compose that runs an image instead of building one. */
export function composeOf(file: string, image: string): string {
  const parts = file.split('    build: .\n')
  if (parts.length !== 2) throw new Error('docker-compose.yml must have one line "    build: .".')
  return parts.join(`    image: ${image}\n`)
}
