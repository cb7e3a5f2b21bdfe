import type { SignIns } from "#main/api/sign-ins.ts";
import type { Profile } from "#main/ledgers/profile.ts";
import { signInFor } from "#main/ledgers/registry.ts";
import type { SessionSecrets } from "#main/runtime/session-secrets.ts";
import type { SignInChoice, SignInView } from "#shared/contract/connections/sign-in.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel, profileName } from "#shared/model/ledger/ledger-label.ts";
import { AppRegistry } from "./app-registry.ts";
import { CertificateBook } from "./certificate-book.ts";
import { connectByCertificate } from "./connect-by-certificate.ts";
import { clientFor, connectTenants, type SignInTools } from "./connect-tenants.ts";
import { disconnect } from "./disconnect.ts";
import { fillProfile, PRACTICE_APP, type PracticeLedgers, practiceChoice, profileChoice } from "./ledger-choices.ts";
import { SignInSession, signInViewOf } from "./sign-in-session.ts";

export interface SignInServiceOptions extends SignInTools {
  /** The profiles of this machine; those that say how to sign in can be chosen. */
  readonly listProfiles: () => readonly Profile[];
  readonly practice: PracticeLedgers | null;
  readonly session: SessionSecrets;
  readonly publish: (view: SignInView) => void;
  readonly onClients: (clientIds: readonly string[]) => void;
}

/** Ended sign-ins that a window may still ask for. */
const KEEP_ENDED = 10;

/** Signing in, choosing tenants, certificates, and giving all of it up. No method answers with a secret. */
export class SignInService implements SignIns {
  readonly #options: SignInServiceOptions;
  readonly #apps: AppRegistry;
  readonly #certificates: CertificateBook;
  readonly #sessions = new Map<string, SignInSession>();
  #isClosed = false;

  constructor(options: SignInServiceOptions) {
    this.#options = options;
    this.#apps = new AppRegistry(options.pool, options.ports, options.tokens, options.session);
    this.#certificates = new CertificateBook(options.pool, options.ports);
  }

  async choices(): Promise<Result<SignInChoice[], Failure>> {
    const { listProfiles, practice } = this.#options;
    const apps = await this.#apps.all();
    const real = listProfiles().map((profile) => profileChoice(profile, apps[profile.name] ?? null));
    return ok([...real.filter((choice) => choice !== null), ...(practice?.list ?? []).map(practiceChoice)]);
  }

  async setApp(app: Parameters<SignIns["setApp"]>[0]): ReturnType<SignIns["setApp"]> {
    const known = this.#options.listProfiles().some(({ name, signIn }) => name === app.profile && signIn !== undefined);
    return known ? this.#apps.keep(app) : fail(noProfile(app.profile));
  }

  async begin({ profile, account, journals }: Parameters<SignIns["begin"]>[0]): Promise<Result<SignInView, Failure>> {
    const found = await this.#profile(profile);
    if (!found.ok) return found;
    const filled = fillProfile(found.value.profile, account);
    if (!filled.ok) return filled;
    const app = found.value.isPractice ? PRACTICE_APP : ((await this.#apps.all())[profile] ?? null);
    const label = found.value.profile.signIn?.label ?? profile;
    if (app === null) return fail(noApp(profileName({ ledger: ledgerLabel(filled.value.system), label })));
    const obstacle = await this.#options.session.obstacle(found.value.isPractice);
    if (obstacle !== null) return fail(obstacle);
    const signInId = this.#options.ports.uuid();
    // A practice ledger speaks the specification's words.
    const spoken = found.value.isPractice ? "neutral" : profile;
    const plan = { signInId, choice: profile, profileName: spoken, filled: filled.value, app, account, journals };
    const session = new SignInSession(plan, () => void this.#tell(session));
    this.#remember(session);
    session.run(this.#options.ports).then(
      () => this.#giveUpUnlessChosen(session),
      (error: unknown) => {
        this.#options.ports.log.error("signin.defect", error, { profile });
        session.move("failed", {
          code: "defect",
          message: "Tieout ran into a problem while signing in.",
          next: "Try again. The log has the details.",
        });
      },
    );
    return ok(await this.#view(session));
  }

  async keychain(): ReturnType<SignIns["keychain"]> {
    const { session } = this.#options;
    return { problem: await session.problem(), session: session.isAllowed };
  }

  keepForSession(): ReturnType<SignIns["keychain"]> {
    this.#options.session.allow();
    return this.keychain();
  }

  async show(signInId: string): Promise<SignInView | null> {
    const session = this.#sessions.get(signInId);
    return session === undefined ? null : this.#view(session);
  }

  async active(): Promise<readonly SignInView[]> {
    return Promise.all([...this.#sessions.values()].filter((session) => !session.isOver()).map((session) => this.#view(session)));
  }

  address(signInId: string): string | null {
    return this.#sessions.get(signInId)?.page?.address ?? null;
  }

  async openAgain(signInId: string): Promise<Result<{ readonly address: string }, Failure>> {
    const page = this.#sessions.get(signInId)?.page ?? null;
    if (page === null)
      return fail({
        code: "not_found",
        message: "The sign-in page can't be opened: it isn't ready yet, or this sign-in no longer needs it.",
        field: "signInId",
      });
    page.show();
    return ok({ address: page.address });
  }

  async cancel(signInId: string): Promise<void> {
    const session = this.#sessions.get(signInId);
    // Connections that are being made use the grant: they come out one way or the other.
    if (session === undefined || session.isOver() || session.state === "connecting") return;
    session.stop();
    await this.#giveUpUnlessChosen(session);
  }

  async connect(signInId: string, wanted: Parameters<SignIns["connect"]>[1]): Promise<Result<SignInView, Failure>> {
    const session = this.#sessions.get(signInId);
    if (session === undefined)
      return fail({ code: "not_found", message: "This sign-in has expired.", field: "signInId", next: "Sign in again." });
    const connected = await connectTenants(this.#options, session, wanted);
    if (!connected.ok) return connected;
    this.#options.onClients(connected.value);
    return ok(await this.#view(session));
  }

  async disconnect(clientId: string, forget: boolean): ReturnType<SignIns["disconnect"]> {
    const ended = await disconnect(this.#options, clientId, forget);
    if (ended.ok) this.#options.onClients([clientId]);
    return ended;
  }

  async certificates(): ReturnType<SignIns["certificates"]> {
    return ok([...(await this.#certificates.list())]);
  }

  async uploadAddress({ profile, account }: Parameters<SignIns["uploadAddress"]>[0]): ReturnType<SignIns["uploadAddress"]> {
    const found = await this.#profile(profile);
    if (!found.ok) return found;
    const filled = fillProfile(found.value.profile, account);
    if (!filled.ok) return filled;
    const { baseUrl, system } = filled.value;
    return ok(found.value.isPractice && signInFor(system).certificates ? `${baseUrl}/certificates` : null);
  }

  async makeCertificate({ name, algorithm, until }: Parameters<SignIns["makeCertificate"]>[0]): ReturnType<SignIns["makeCertificate"]> {
    return this.#certificates.make(name, algorithm, until === undefined ? undefined : Date.parse(`${until}T23:59:59Z`));
  }

  importCertificate({ name, ...given }: Parameters<SignIns["importCertificate"]>[0]): ReturnType<SignIns["importCertificate"]> {
    return this.#certificates.import(name, given);
  }

  async forgetCertificate(keyId: string): Promise<Result<null, Failure>> {
    const user = await this.#options.connections.usesKey(keyId);
    if (user === null) return this.#certificates.forget(keyId);
    return fail({
      code: "busy",
      message: `${user}'s connection uses this certificate.`,
      field: "keyId",
      next: `First choose Disconnect on ${user}'s Connection screen and select “Also remove the connection from this client.”`,
    });
  }

  async connectByCertificate(use: Parameters<SignIns["connectByCertificate"]>[0]): ReturnType<SignIns["connectByCertificate"]> {
    const found = await this.#profile(use.profile);
    if (!found.ok) return found;
    const filled = fillProfile(found.value.profile, use.account);
    if (!filled.ok) return filled;
    const certificate = await this.#certificates.find(use.keyId);
    if (certificate === null)
      return fail({
        code: "not_found",
        message: "This certificate isn't on this computer.",
        field: "keyId",
        next: "Choose, create or import another certificate.",
      });
    if (!signInFor(filled.value.system).certificates)
      return fail({
        code: "not_supported",
        message: "This ledger doesn't use certificates.",
        field: "profile",
        next: "Sign in through the browser.",
      });
    const client = await clientFor(this.#options, use.client);
    if (!client.ok) return client;
    const profileName = found.value.isPractice ? "neutral" : use.profile;
    const outcome = await connectByCertificate(this.#options, {
      ...use,
      clientId: client.value,
      filled: filled.value,
      profileName,
      certificate,
    });
    this.#options.onClients([client.value]);
    return ok(outcome);
  }

  /** Ends every sign-in that waits; at the end of the process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sessions.keys()].map((signInId) => this.cancel(signInId)));
  }

  /** A grant that nobody chose anything with is ended at the ledger, and was never written down. */
  async #giveUpUnlessChosen(session: SignInSession): Promise<void> {
    const { grant, plan, state } = session;
    if (grant === null || !["failed", "cancelled"].includes(state)) return;
    session.grant = null;
    const isUsed = [...session.outcomes.values()].some((outcome) => outcome.state === "connected");
    // Where ending one grant ends the person's whole consent, it would take other connections with it.
    if (isUsed || signInFor(plan.filled.system).revocation === "consent") return;
    const file = session.fileFor({ tenantId: plan.filled.tenantId ?? "", name: "" });
    await this.#options.grants.revoke(file, grant.refreshToken ?? grant.accessToken);
  }

  async #profile(name: string): Promise<Result<{ readonly profile: Profile; readonly isPractice: boolean }, Failure>> {
    const { practice, listProfiles } = this.#options;
    if (practice?.list.some(({ profile }) => profile === name) === true) {
      const profile = (await practice.start()).find((one) => one.name === name);
      return profile === undefined ? fail(noProfile(name)) : ok({ profile, isPractice: true });
    }
    const profile = listProfiles().find((one) => one.name === name && one.signIn !== undefined);
    return profile === undefined ? fail(noProfile(name)) : ok({ profile, isPractice: false });
  }

  #remember(session: SignInSession): void {
    const ended = [...this.#sessions.values()].filter((one) => one.isOver());
    for (const old of ended.slice(0, Math.max(0, ended.length - KEEP_ENDED))) this.#sessions.delete(old.plan.signInId);
    this.#sessions.set(session.plan.signInId, session);
  }

  /** News for windows. When the process is ending, nobody listens, and the firm's file is closed. */
  async #tell(session: SignInSession): Promise<void> {
    try {
      this.#options.publish(await this.#view(session));
    } catch (error) {
      if (!this.#isClosed) this.#options.ports.log.error("signin.defect", error);
    }
  }

  async #view(session: SignInSession): Promise<SignInView> {
    const connected = await this.#options.connections.connectedTenants(session.plan.filled.system);
    return signInViewOf(session, connected);
  }
}

function noProfile(name: string): Failure {
  return {
    code: "invalid_input",
    message: `${name} isn't an available ledger.`,
    field: "profile",
    next: "Choose one from the list.",
  };
}

function noApp(ledger: string): Failure {
  return {
    code: "invalid_input",
    message: `No app is registered for ${ledger} yet.`,
    field: "clientId",
    next: `Register an app on the ledger's developer site. Then choose Connect a ledger, select ${ledger}, and enter the app's client ID.`,
  };
}
