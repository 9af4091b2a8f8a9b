import { Text } from '@mantine/core';
import { getAdminDoctor, type DoctorFinding } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { FindingBadge } from '#ui/states/finding-badge.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Table } from '#ui/layout/table.tsx';

/** Names of variables and paths break where there is no room for them. */
const LONG_WORDS = { overflowWrap: 'anywhere' } as const;
/** What needs a look comes first. */
const ORDER: readonly DoctorFinding['state'][] = ['wrong', 'warning', 'absent', 'ok'];

/** The checks of everything that the service needs, with what to do about what is wrong. */
export function Doctor() {
  const answer = useAnswer(getAdminDoctor, {});
  return (
    <Answered answer={answer} height={240}>
      {({ findings }) => {
        const wrong = findings.filter(({ state }) => state === 'wrong').length;
        return (
          <Section title={wrong === 0 ? 'Doctor: no problems found' : `Doctor: ${formatPlural(wrong, 'problem')} found`}>
            <Findings findings={findings.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))} />
          </Section>
        );
      }}
    </Answered>
  );
}

function Findings({ findings }: { readonly findings: readonly DoctorFinding[] }) {
  return (
    <Table aria-label="Findings" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>State</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th>Finding</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {findings.map(({ subject, state, text, remedy }) => (
          <Table.Tr key={`${subject} ${text}`}>
            <Table.Td>
              <FindingBadge state={state} />
            </Table.Td>
            <Table.Td>{subject}</Table.Td>
            <Table.Td style={LONG_WORDS}>
              <Text size="sm">{text}</Text>
              {remedy !== null && (
                <Text size="sm" c="dimmed">
                  {remedy}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
