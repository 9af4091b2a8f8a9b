import { rm } from 'node:fs/promises';
import { replacePrivateFile, writeNewPrivateFile } from '#kernel/private-file.ts';
import { readKeyFile, toFileText, toKeyFile } from './key-file.ts';
import { newKey, parseKey, type SecretKey } from './key.ts';

export interface KeySettings {
  /** `SECRETS_KEY`. */
  readonly secretsKey: string | undefined;
  /** `SECRETS_KEY_OLD`: opens what was sealed before `SECRETS_KEY` was changed. */
  readonly secretsKeyOld: string | undefined;
  readonly dataDir: string;
}

/** The keys that this process has. */
export interface KeyRing {
  /** By whom: `SECRETS_KEY`, or the file in the data folder. */
  readonly home: 'variable' | 'file';
  readonly file: string;
  /** The one to seal with from the next rotation on, or at once where no secret is stored: `SECRETS_KEY`, else the first of the file. */
  getFirst(): SecretKey | undefined;
  /** All of them, the first one first. */
  list(): readonly SecretKey[];
  /** One that is not known is looked for in the file again: a rotation may have put it there. */
  find(id: string): Promise<SecretKey | undefined>;
  /** Puts a new key into the file, if there is none. @returns whether this process did */
  make(): Promise<boolean>;
  /** Takes back what `make` did. */
  unmake(): Promise<void>;
  /** Puts another key first in the file, and keeps those that are there. */
  renew(): Promise<void>;
  /** Leaves only the first key in the file. */
  forgetOld(): Promise<void>;
}

/** @throws StoreError about a file that holds no key */
export async function openKeyRing({ secretsKey, secretsKeyOld, dataDir }: KeySettings): Promise<KeyRing> {
  const file = toKeyFile(dataDir);
  const given = [secretsKey, secretsKeyOld]
    .flatMap((text) => (text === undefined ? [] : [parseKey(text)]))
    .filter((key) => key !== undefined);
  let filed = await readKeyFile(file);
  const readAgain = async (): Promise<void> => void (filed = await readKeyFile(file));
  const list = (): SecretKey[] => [...given, ...filed];
  const write = async (keys: readonly SecretKey[]): Promise<void> => {
    await replacePrivateFile(file, toFileText(keys));
    filed = [...keys];
  };
  return {
    home: secretsKey === undefined ? 'file' : 'variable',
    file,
    list,
    getFirst: () => (secretsKey === undefined ? filed[0] : given[0]),
    find: async (id) => {
      const known = list().find((key) => key.id === id);
      if (known !== undefined) return known;
      await readAgain().catch(() => undefined);
      return list().find((key) => key.id === id);
    },
    make: async () => {
      const isMade = await writeNewPrivateFile(file, toFileText([newKey()]));
      await readAgain();
      return isMade;
    },
    unmake: async () => {
      await rm(file, { force: true });
      filed = [];
    },
    renew: () => write([newKey(), ...filed]),
    forgetOld: () => write(filed.slice(0, 1)),
  };
}
