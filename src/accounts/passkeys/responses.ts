import { z } from 'zod'

/** Bytes in base64url, as browsers send them. */
const bytes = z
  .string()
  .regex(/^[\w-]*={0,2}$/)
  .max(16_384)

const common = {
  id: bytes.min(1),
  rawId: bytes.min(1),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The result of `navigator.credentials.create` in a browser. */
export const RegistrationResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string())
      .max(16)
      .default([])
      .transform((names) => TRANSPORTS.filter((name) => names.includes(name))),
  }),
})

/** The result of `navigator.credentials.get` in a browser. */
export const SignInResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.min(1), // discoverable credentials always return it
  }),
})

/** Parses a response that was sent as JSON. Returns undefined if it does not match the schema. */
export function parseResponse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
