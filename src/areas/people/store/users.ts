import type { Sql } from '#stores/postgres/types.ts';
import type { User } from '../account.ts';

export interface UserRow extends User {
  readonly passwordHash: string | null;
}

const COLUMNS = `id, email, name, role is not null as is_operator, created_at, password_hash is not null as has_password, password_hash`;

export async function findUserByEmail(sql: Sql, email: string): Promise<UserRow | undefined> {
  const { rows } = await sql.query<UserRow>(`select ${COLUMNS} from users where email = $1`, [email]);
  return rows[0];
}

export async function findUserById(sql: Sql, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql.query<UserRow>(`select ${COLUMNS} from users where id = $1`, [id]);
  return rows[0];
}

const USERS_MAX = 1_000;

/** The first ones first. */
export async function listUserRows(sql: Sql): Promise<UserRow[]> {
  const { rows } = await sql.query<UserRow>(`select ${COLUMNS} from users order by created_at, id limit ${USERS_MAX}`);
  return rows;
}

/** Whether there is a person who runs the service. */
export async function hasOwner(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query('select from users where role is not null limit 1');
  return rowCount === 1;
}

/** Held until the transaction ends: two first owners must not be made at the same time. */
export async function lockUsers(tx: Sql): Promise<void> {
  await tx.query('lock table users in share row exclusive mode');
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly passwordHash: string | null;
  readonly createdAt: Date;
}

export async function insertUser(sql: Sql, { id, email, name, isOperator, passwordHash, createdAt }: NewUser): Promise<void> {
  await sql.query(
    `insert into users (id, email, name, role, password_hash, created_at) values ($1, $2, $3, case when $4::boolean then 'owner' end, $5, $6)`,
    [id, email, name, isOperator, passwordHash, createdAt],
  );
}

export async function updatePasswordHash(sql: Sql, id: string, passwordHash: string): Promise<void> {
  await sql.query('update users set password_hash = $2 where id = $1', [id, passwordHash]);
}
