export const PASSWORD_LENGTH_MIN = 12;
const LENGTH_STRONG = 20;

export interface Strength {
  /** 0 to 100. */
  readonly percent: number;
  readonly word: 'too short' | 'too simple' | 'good' | 'strong';
}

/** How hard a password is to guess: its length counts most, and a text that repeats itself counts for little. */
export function measureStrength(password: string): Strength {
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH_MIN) return { percent: Math.round((length / PASSWORD_LENGTH_MIN) * 30), word: 'too short' };
  const different = new Set(password.toLowerCase()).size;
  if (different < 6) return { percent: 35, word: 'too simple' };
  return length >= LENGTH_STRONG || different >= 15 ? { percent: 100, word: 'strong' } : { percent: 70, word: 'good' };
}
