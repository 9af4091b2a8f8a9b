import { readFileSync } from 'node:fs';

/** Secrets that may stand in a file, named by the variable with `_FILE` behind it. */
const SECRET_FILES = ['SIGHTLINE_OWNER_PASSWORD', 'SECRETS_KEY', 'SECRETS_KEY_OLD', 'SMTP_PASSWORD'] as const;

interface ReadEnvironment {
  readonly environment: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Puts what the files hold in the place of their names. */
export function readSecretFiles(given: Readonly<Record<string, string>>): ReadEnvironment {
  const environment = { ...given };
  const problems = SECRET_FILES.flatMap((name) => {
    const file = given[`${name}_FILE`];
    if (file === undefined) return [];
    if (given[name] !== undefined) return [`${name}_FILE: leave out either this or ${name}`];
    try {
      environment[name] = readFileSync(file, 'utf8').replace(/\r?\n$/u, '');
      return [];
    } catch (error) {
      return [`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`];
    }
  });
  return { environment, problems };
}
