import { IdentityError, type Claims } from '#providers/identity/index.ts';
import type { SignInProvider } from '../provider.ts';
import { updateTest, type TestOutcome } from '../settings/store.ts';
import type { FinishContext } from './context.ts';

const CLAIMS_LENGTH_MAX = 16_000;
const TEXT_LENGTH_MAX = 500;

/** Keeps what came of a test, good or not, for the owner to look at. */
export async function recordTest(ctx: FinishContext, provider: SignInProvider, prove: () => Promise<Claims>): Promise<void> {
  await updateTest(ctx.postgres, provider.id, await tryOut(prove), new Date(ctx.clock.realNow()));
}

async function tryOut(prove: () => Promise<Claims>): Promise<TestOutcome> {
  try {
    const { all } = await prove();
    return { claims: toStorable(all), problem: null };
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return { claims: null, problem: error.message.slice(0, TEXT_LENGTH_MAX) };
  }
}

/** The store's JSON holds no NUL and no half of a character. What is too long is left out, and said. */
function toStorable(all: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(all, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
  if (text.length <= CLAIMS_LENGTH_MAX) return JSON.parse(text) as Record<string, unknown>;
  const names = Object.keys(all)
    .slice(0, 100)
    .map((name) => name.slice(0, 100));
  return { iss: all['iss'], sub: all['sub'], left_out: `${text.length} characters`, claims: names };
}
