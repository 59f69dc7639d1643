import type { WaitingProgram } from '../../accounts/device/service.ts'
import type { Ability } from '../../actor.ts'
import { ABILITY_WORDS } from '../account/tokens/page.tsx'
import { Problems, Submit, SubmitButton, TextField } from '../form/field.tsx'
import { EMPTY_FORM, type FormState } from '../form/state.ts'
import { documentOf, Page } from '../parts/document.tsx'
import { Name } from '../parts/shown-list.tsx'
import type { Site } from '../parts/site.ts'
import { Time } from '../parts/time.tsx'

interface Shown {
  form?: FormState
  /** The program that waits with the code in the form. */
  program?: WaitingProgram
  /** The user's answer, once given. */
  answer?: 'allowed' | 'denied'
}

/** Renders the page on which a user gives a program a token, by the code that the program shows. */
export function devicePage(site: Site, user: string, { form = EMPTY_FORM, program, answer }: Shown): Buffer {
  const title = answer === undefined ? 'Connect a program' : answer === 'allowed' ? 'Allowed' : 'Denied'
  return documentOf(
    <Page
      site={site}
      title={title}
      description="Give a program access to your account, by the code that it shows."
      path="/device"
      isUnlisted
      script="account.js"
    >
      <h1>{title}</h1>
      {answer !== undefined ? (
        <Answered site={site} isAllowed={answer === 'allowed'} />
      ) : program === undefined ? (
        <CodeForm site={site} form={form} />
      ) : (
        <Question site={site} user={user} form={form} program={program} />
      )}
    </Page>,
  )
}

const CodeForm = ({ site, form }: { site: Site; form: FormState }) => (
  <form class="upload" method="post" action={`${site.base}/device`} noValidate>
    <Problems form={form} heading="No program was connected:" />
    <TextField form={form} name="user_code" label="Code" hint="The program shows it, such as BCDF-GHJK." required />
    <Submit text="Continue" />
  </form>
)

interface Asked {
  site: Site
  user: string
  form: FormState
  program: WaitingProgram
}

const Question = ({ site, user, form, program }: Asked) => (
  <form class="upload" method="post" action={`${site.base}/device/answer`}>
    <div class="card">
      <p>
        A program that calls itself{' '}
        <strong>
          <Name of={program.clientId} />
        </strong>{' '}
        wants to act as <Name of={user} />. It asked at <Time at={program.createdAt} />. It could:
      </p>
      <ul>
        {program.abilities.map((ability) => (
          <li key={ability}>{ABILITY_WORDS[ability as Ability] ?? ability}</li>
        ))}
      </ul>
      <p>
        Allow it only if you started this program yourself, a moment ago, and it shows the code{' '}
        <strong>{form.values.user_code}</strong>. Nobody else should have sent you this link or code.
      </p>
    </div>
    <input type="hidden" name="user_code" value={form.values.user_code ?? ''} />
    <p class="actions">
      <SubmitButton text="Allow" name="answer" value="allow" />
      <SubmitButton text="Deny" name="answer" value="deny" class="danger" />
    </p>
  </form>
)

const Answered = ({ site, isAllowed }: { site: Site; isAllowed: boolean }) => (
  <>
    <p>
      {isAllowed
        ? 'The program continues in a few seconds. You can close this page.'
        : 'The program did not get access. You can close this page.'}
    </p>
    <p>
      <a href={`${site.base}/account?tab=tokens`}>Your API tokens</a>
    </p>
  </>
)
