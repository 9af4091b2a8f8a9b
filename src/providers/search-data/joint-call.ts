/** One call that many wait for. It is made once, when each of them has said whether it takes part. */
export interface JointCall<Answer> {
  /** Takes part, and waits for the answer of the call. */
  join(member: string): Promise<Answer>;
  /** Does not take part, or no longer waits. */
  leave(member: string): void;
}

/**
 * @param members each joins or leaves
 * @param call gets the members that joined, in the order of `members`; not made when none did
 */
export function makeJointCall<Answer>(members: readonly string[], call: (joined: readonly string[]) => Promise<Answer>): JointCall<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const undecided = new Set(members);
  const joined = new Set<string>();

  const decide = (member: string): void => {
    if (!undecided.delete(member) || undecided.size > 0 || joined.size === 0) return;
    resolve(call(members.filter((one) => joined.has(one))));
  };

  return {
    join: (member) => {
      joined.add(member);
      decide(member);
      return promise;
    },
    leave: decide,
  };
}
