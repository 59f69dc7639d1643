import { describe, expect } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { greeting } from '../../src/startup/banner.ts'
import { it } from '../support/it.ts'

const ADDRESS = 'http://127.0.0.1:3000'

describe('the greeting', () => {
  it.for<[environment: Record<string, string>, row: string]>([
    [{ DATA_DIR: '/srv/data' }, '  data       /srv/data (embedded PostgreSQL)'],
    [
      { DATABASE_URL: 'postgresql://u:secret@db.example.com:5433/my%20mods' },
      '  data       my mods on db.example.com:5433',
    ],
    [{ DATABASE_URL: 'postgresql:///c?host=/run/postgresql&user=u' }, '  data       c on /run/postgresql'],
    [{ PUBLIC_URL: 'https://mods.example.com' }, '  public     https://mods.example.com'],
    [{}, `  website    ${ADDRESS}/`],
  ])('for %j has the line %s', ([environment, row]) => {
    const text = greeting(loadConfig(environment), ADDRESS)
    expect(text.split('\n')).toContain(row)
    expect(text).not.toContain('secret')
  })

  it('has no website if it is switched off', () => {
    expect(greeting(loadConfig({ WEBSITE: 'off' }), ADDRESS)).not.toContain('website')
  })

  it.for([{}, { HOST: '0.0.0.0' }, { HOST: '::' }])('has no public address for %j', (environment) => {
    expect(greeting(loadConfig(environment), ADDRESS)).not.toContain('public')
  })
})
