import type {
  CertificateView,
  DisconnectOutcome,
  KeychainState,
  RegisteredApp,
  SignInChoice,
  SignInView,
  TenantOutcome,
} from "#shared/contract/connections/sign-in.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

type Outcome<T> = Promise<Result<T, Failure>>;

/** Where a tenant goes: a client that has no connection, or a new client of that name. */
export type ConnectTarget = { readonly clientId: string } | { readonly newClient: string };

/** What the handlers of `signIn.*` and `certificates.*` ask for. */
export interface SignIns {
  choices(): Outcome<SignInChoice[]>;
  /** `clientSecret`: text replaces, null deletes, absent keeps. */
  setApp(app: {
    readonly profile: string;
    readonly clientId: string;
    readonly redirect: string;
    readonly clientSecret?: string | null | undefined;
  }): Outcome<RegisteredApp>;
  begin(asked: { readonly profile: string; readonly account: string; readonly journals: boolean }): Outcome<SignInView>;
  keychain(): Promise<KeychainState>;
  /** From now on grants that the keychain can't take are kept in memory, until the process ends. */
  keepForSession(): Promise<KeychainState>;
  show(signInId: string): Promise<SignInView | null>;
  /** Those that are in `browser`, `looking`, `choose` or `connecting`. */
  active(): Promise<readonly SignInView[]>;
  /** The address of the ledger's page while a sign-in waits for the person there, else null. */
  address(signInId: string): string | null;
  /** Shows the same page again; `not_found` unless the sign-in is in `browser`. */
  openAgain(signInId: string): Outcome<{ readonly address: string }>;
  cancel(signInId: string): Promise<void>;
  connect(signInId: string, tenants: readonly { readonly tenantId: string; readonly client: ConnectTarget }[]): Outcome<SignInView>;
  disconnect(clientId: string, forget: boolean): Outcome<DisconnectOutcome>;
  certificates(): Outcome<CertificateView[]>;
  /** Where a practice ledger takes certificates; null for a ledger whose own site a person knows. */
  uploadAddress(place: { readonly profile: string; readonly account: string }): Outcome<string | null>;
  makeCertificate(asked: {
    readonly name: string;
    readonly algorithm: CertificateView["algorithm"];
    readonly until?: CalendarDate | undefined;
  }): Outcome<CertificateView>;
  importCertificate(given: { readonly name: string; readonly privateKey: string; readonly certificate: string }): Outcome<CertificateView>;
  forgetCertificate(keyId: string): Outcome<null>;
  connectByCertificate(use: {
    readonly client: ConnectTarget;
    readonly profile: string;
    readonly account: string;
    readonly app: string;
    readonly certificateId: string;
    readonly keyId: string;
  }): Outcome<TenantOutcome>;
}
