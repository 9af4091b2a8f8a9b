/** People who prove to an identity provider (OpenID Connect) who they are. */
export interface IdentityProviders {
  /** Why an address cannot be that of an issuer. */
  findIssuerProblem(issuer: string): string | undefined;
  /**
   * Begins a sign-in: the address that the browser is to be sent to, and what the answer is checked by.
   * @throws IdentityError `unavailable`
   */
  begin(client: IdentityClient, request: SignInRequest): Promise<{ readonly url: string; readonly secrets: FlowSecrets }>;
  /**
   * Takes the answer that the browser brought back: asks for the token, and checks all that is claimed.
   * @throws IdentityError
   */
  finish(client: IdentityClient, answer: SignInAnswer): Promise<Claims>;
  /**
   * What the provider says of itself, read now.
   * @throws IdentityError `unavailable`
   */
  describe(client: IdentityClient): Promise<ProviderFacts>;
  /** Where the browser signs out at the provider; undefined where it offers none, or does not answer. */
  findSignOut(client: IdentityClient, returnTo: string): Promise<string | undefined>;
}

/** Us, as the provider knows us. */
export interface IdentityClient {
  readonly issuer: string;
  readonly clientId: string;
  /** Public clients have none. */
  readonly clientSecret: string | undefined;
}

/** What only the process that began and the provider know; the answer must fit it. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface SignInRequest {
  readonly redirectUri: string;
  /** The person must have proved themselves within so many seconds; 0: now. */
  readonly maxAgeSeconds?: number | undefined;
}

export interface SignInAnswer extends SignInRequest {
  readonly secrets: FlowSecrets;
  /** The parameters that the browser brought back. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What is asked for with the access token where the ID token lacks it. */
  readonly wantedClaims: readonly string[];
}

/** What a provider claims of a person, proved. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
  /** All of them, as they came. */
  readonly all: Readonly<Record<string, unknown>>;
}

export interface ProviderFacts {
  readonly issuer: string;
  readonly hasSignOut: boolean;
  /** What keeps people from signing in, or is worth a look. */
  readonly problems: readonly string[];
}

/** `unavailable`: the provider does not answer as one; `refused`: its answer proves nothing; `denied`: it did not sign in. */
export type IdentityFailure = 'unavailable' | 'refused' | 'denied';

/** Why a person was not proved. The message is for those who set the provider up. */
export class IdentityError extends Error {
  readonly failure: IdentityFailure;

  constructor(failure: IdentityFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'IdentityError';
    this.failure = failure;
  }
}
