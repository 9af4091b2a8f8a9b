import { type AlertRule, getAlertRulesByRuleId } from '#client';
import { useParameter } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { usePresets } from './data/use-alerts.ts';
import { NEW_RULE, toDraft } from './editor/draft.ts';
import { RuleForm } from './editor/rule-form.tsx';
import { NEW_RULE_ID, ruleSearch } from './search.ts';

/** One rule as a sentence, with what it would have said below it. */
export function View() {
  const ruleId = useParameter('ruleId');
  return ruleId === NEW_RULE_ID ? <NewRule /> : <ExistingRule key={ruleId} ruleId={ruleId} />;
}

function NewRule() {
  const { preset: name } = useScreenSearch(ruleSearch).search;
  return name === undefined ? <EmptyRule /> : <RuleOfPreset key={name} name={name} />;
}

function EmptyRule() {
  return (
    <>
      <PageHeader title="New rule" lead="Change the words of the sentence. Below it is what it would have said." />
      <RuleForm first={NEW_RULE} rule={undefined} />
    </>
  );
}

function RuleOfPreset({ name }: { readonly name: string }) {
  const answer = usePresets();
  const preset = answer.data?.presets.find((one) => one.preset === name);
  return (
    <>
      <PageHeader title="New rule" lead={preset?.why ?? 'A rule that most projects want.'} />
      <Answered answer={answer} height={560}>
        {() => <RuleForm first={preset === undefined ? NEW_RULE : toDraft(preset.rule)} rule={undefined} />}
      </Answered>
    </>
  );
}

function ExistingRule({ ruleId }: { readonly ruleId: string }) {
  const answer = useAnswer(getAlertRulesByRuleId, { path: { rule_id: ruleId } });
  return (
    <>
      <PageHeader
        title={answer.data?.rule.name ?? 'Rule'}
        lead={answer.data ? sayRule(answer.data.rule) : 'When it speaks, and of what.'}
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
