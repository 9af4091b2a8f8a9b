import { Group, Text } from '@mantine/core';
import './steps.css';

const STEPS = { site: 'Website', keywords: 'Keywords and price' } as const;

/** Where a person is on the way to a new project. */
export function StepList({ shown }: { readonly shown: keyof typeof STEPS }) {
  return (
    <Group component="ol" gap="xs" aria-label="Steps" className="steps">
      {Object.entries(STEPS).map(([step, title], at) => (
        <Text key={step} component="li" className="step" aria-current={step === shown ? 'step' : undefined}>
          <span className="step-number">{at + 1}</span> {title}
        </Text>
      ))}
    </Group>
  );
}
