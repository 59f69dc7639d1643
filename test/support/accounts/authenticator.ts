import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The options of a server that a device uses. */
interface Options {
  challenge: string
  user?: { id: string }
}

/** A simulated device with one passkey. It signs any challenge for any site. */
export interface Authenticator {
  /** The signature counter that the next response contains. */
  counter: number
  /** The user handle that responses contain: that of the account for which the passkey was made. */
  handle: string
  /** Returns the response to a request for a new passkey, as JSON text. */
  create(options: Options, origin: string): string
  /** Returns the response to a sign-in, as JSON text. */
  get(options: Options, origin: string): string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const text = (data: string) => Buffer.concat([head(3, data.length), Buffer.from(data)])

/** Creates a device with an ES256 passkey for the site `host`. */
export function authenticator(host: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const device: Authenticator = { counter: 0, handle: '', create, get }

  const authData = (flags: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(device.counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, more])
  }
  const clientData = (type: string, { challenge }: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, string>) => {
    const [rawId, type] = [id.toString('base64url'), 'public-key']
    return JSON.stringify({ id: rawId, rawId, type, clientExtensionResults: {}, response })
  }

  function create(options: Options, origin: string): string {
    device.handle = options.user?.id ?? ''
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(authData(0x45, credential)),
    ])
    return answer({
      clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    })
  }

  function get(options: Options, origin: string): string {
    const clientDataJSON = clientData('webauthn.get', options, origin)
    const authenticatorData = authData(0x05)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
    return answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: device.handle,
    })
  }
  return device
}
