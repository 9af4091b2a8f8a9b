import type { RequestContext } from '#context';
import { PASSWORD_LINK } from './password-link.workflow.ts';

/**
 * Has a link mailed by which a person chooses another password. The same is done for every address: whether it is known is looked up later,
 * by a workflow, so that neither the answer nor its time says who has an account.
 * @throws AppError 429 after three requests for an address of mail, or ten in all, from an address of the network within 15 minutes
 */
export async function askForPasswordLink({ postgres, workflows, attempts, client }: AskContext, email: string): Promise<void> {
  await attempts.begin('forgotten', client.address, email);
  await postgres.transaction(async (tx) => {
    await workflows.enqueue(tx, PASSWORD_LINK, { email });
  });
}

type AskContext = Pick<RequestContext, 'postgres' | 'workflows' | 'attempts' | 'client'>;
