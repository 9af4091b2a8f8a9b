import { useParameter } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { getRule } from './data/api.ts';
import type { AlertRule } from './data/types.ts';
import { NEW_RULE, toDraft } from './editor/draft.ts';
import { RuleForm } from './editor/rule-form.tsx';
import { PRESETS } from './rules/preset-list.ts';
import { NEW_RULE_ID, ruleSearch } from './search.ts';

/** One rule as a sentence, with what it would have said below it. */
export function View() {
  const ruleId = useParameter('ruleId');
  return ruleId === NEW_RULE_ID ? <NewRule /> : <ExistingRule key={ruleId} ruleId={ruleId} />;
}

function NewRule() {
  const { search } = useScreenSearch(ruleSearch);
  const preset = PRESETS.find(({ id }) => id === search.preset);
  return (
    <>
      <PageHeader title="New rule" lead={preset?.why ?? 'Change the words of the sentence. Below it is what it would have told you.'} />
      <RuleForm key={search.preset ?? ''} first={preset?.draft ?? NEW_RULE} rule={undefined} />
    </>
  );
}

function ExistingRule({ ruleId }: { readonly ruleId: string }) {
  const answer = useAnswer(getRule, { path: { rule_id: ruleId } });
  return (
    <>
      <PageHeader
        title={answer.data?.rule.name ?? 'Rule'}
        lead={answer.data ? sayRule(answer.data.rule) : 'When it tells you, and of what.'}
      />
      <Answered answer={answer} height={560}>
        {({ rule }) => <RuleForm first={toDraft(rule)} rule={rule} />}
      </Answered>
    </>
  );
}

function sayRule({ enabled, firing, sentence }: AlertRule): string {
  if (!enabled) return `Switched off. ${sentence}`;
  return firing === 0 ? `Nothing of it is open. ${sentence}` : `${formatPlural(firing, 'alert')} of it open. ${sentence}`;
}
