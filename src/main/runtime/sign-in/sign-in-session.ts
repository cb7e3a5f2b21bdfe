import { signInFor } from "#main/ledgers/registry.ts";
import type { FoundTenant, SignInFacts } from "#main/ledgers/sign-in.ts";
import type { Ports } from "#main/ports/index.ts";
import { type CodeGrant, signInByCode } from "#main/signin/authorization-code.ts";
import type { SignInView, TenantOutcome } from "#shared/contract/connections/sign-in.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import type { ConnectionFile, StoredFile } from "../connection-file.ts";
import type { RegisteredApp } from "./app-registry.ts";
import { type FilledProfile, PRACTICE_APP, PRACTICE_LIMITS } from "./ledger-choices.ts";
import { findTenants } from "./tenant-lookup.ts";

export interface SessionPlan {
  readonly signInId: string;
  /** As chosen: a profile's name, or a practice ledger's. */
  readonly choice: string;
  /** What the connection file names: the words of the ledger. */
  readonly profileName: string;
  readonly filled: FilledProfile;
  readonly app: RegisteredApp;
  readonly account: string;
  readonly journals: boolean;
}

type State = SignInView["state"];

/** One sign-in of a person, from the browser to the connections. Tokens stay inside. */
export class SignInSession {
  readonly plan: SessionPlan;
  /** Clients that were made for a tenant whose connection failed: taken again at the next try. */
  readonly madeClients = new Map<string, string>();
  readonly outcomes = new Map<string, TenantOutcome>();
  tenants: readonly FoundTenant[] = [];
  grant: CodeGrant | null = null;
  state: State = "browser";
  failure: Failure | null = null;
  /** The ledger's page, while the person is expected there. */
  page: { readonly address: string; show(): void } | null = null;
  readonly #stop = new AbortController();
  readonly #onChange: () => void;

  constructor(plan: SessionPlan, onChange: () => void) {
    this.plan = plan;
    this.#onChange = onChange;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Moves on; a sign-in that has ended stays as it ended. */
  move(state: State, failure: Failure | null = null): void {
    if (this.isOver()) return;
    this.state = state;
    this.failure = failure;
    this.#onChange();
  }

  changed(): void {
    this.#onChange();
  }

  isOver(): boolean {
    return ["done", "failed", "cancelled"].includes(this.state);
  }

  /** Ends what is under way. */
  stop(): void {
    this.move("cancelled");
    this.#stop.abort();
  }

  /** Browser, exchange, tenants: up to the choice. Ends in `choose`, `failed` or `cancelled`. */
  async run(ports: Ports): Promise<void> {
    const grant = await signInByCode({ config: this.#config(), ports: this.#watching(ports), signal: this.signal });
    this.page = null;
    if (!grant.ok) {
      this.#fail(withAdvice(grant.failure, this.plan));
      return;
    }
    this.grant = grant.value;
    this.move("looking");
    const found = await findTenants(this.plan.filled.system, this.#facts(grant.value), {
      accessToken: grant.value.accessToken,
      ports,
      signal: this.signal,
    });
    if (!found.ok) {
      this.#fail(found.failure);
      return;
    }
    this.tenants = found.value;
    if (found.value.length === 0) this.#fail(noTenants(this.plan));
    else this.move("choose");
  }

  /** Remembers the page that the person was shown, so that it can be shown again. */
  #watching(ports: Ports): Ports {
    const { landing } = ports;
    if (landing === undefined) return ports;
    const open: NonNullable<Ports["landing"]> = async (at) => {
      const opened = await landing(at);
      const show = (address: string) => {
        this.page = { address, show: () => opened.show(address) };
        // The window shows the address at once: there may be no browser that opens.
        this.#onChange();
        opened.show(address);
      };
      return { ...opened, show };
    };
    return { ...ports, landing: open };
  }

  /** The connection of one tenant, as the firm's file keeps it. */
  fileFor(tenant: FoundTenant): StoredFile {
    const { filled, profileName, journals, signInId, choice, app } = this.plan;
    const file: ConnectionFile = {
      system: filled.system,
      name: tenant.name,
      tenantId: tenant.tenantId,
      baseUrl: filled.baseUrl,
      profile: profileName,
      auth: this.#auth(),
      ...(journals ? { journals } : {}),
      ...(app === PRACTICE_APP ? { limits: PRACTICE_LIMITS } : {}),
    };
    // Not the id of this sign-in alone: the name under which the secret store keeps the grant.
    return { ...file, held: { grant: `grant-${signInId}`, ...(app.hasSecret ? { app: choice } : {}) } };
  }

  #auth(): Extract<ConnectionFile["auth"], { readonly type: "oauth2_authorization_code" }> {
    const { filled, app, journals } = this.plan;
    const { oauth } = filled.profile;
    return {
      type: "oauth2_authorization_code",
      authorizeUrl: filled.authorizeUrl,
      tokenUrl: filled.tokenUrl,
      ...(filled.revokeUrl === undefined ? {} : { revokeUrl: filled.revokeUrl }),
      ...(filled.tenantsUrl === undefined ? {} : { tenantsUrl: filled.tenantsUrl }),
      clientId: app.clientId,
      // Asked for only when it is wanted: unapproved for the app, this one scope refuses the whole grant.
      scopes: [...oauth.scopes, ...(journals && oauth.journalsScope !== undefined ? [oauth.journalsScope] : [])],
      redirect: app.redirect,
    };
  }

  #config() {
    const { app, choice } = this.plan;
    return { ...this.#auth(), app: app.hasSecret ? choice : undefined };
  }

  #facts({ redirect }: CodeGrant): SignInFacts {
    const { filled, account } = this.plan;
    const { profile, baseUrl, tenantsUrl = null } = filled;
    return { profile, baseUrl, tenantsUrl, redirect, account };
  }

  #fail(failure: Failure): void {
    this.move(failure.code === "cancelled" ? "cancelled" : "failed", failure.code === "cancelled" ? null : failure);
  }
}

/** How a sign-in looks from outside: nothing of a token, an address or a state. */
export function signInViewOf(
  session: SignInSession,
  connected: ReadonlyMap<string, { readonly clientId: string; readonly name: string }>,
): SignInView {
  const { plan, state, failure, tenants, outcomes } = session;
  return {
    signInId: plan.signInId,
    profile: plan.choice,
    ledger: ledgerLabel(plan.filled.system),
    state,
    tenants: tenants.map(({ tenantId, name }) => ({ tenantId, name, connectedTo: connected.get(tenantId) ?? null })),
    outcomes: [...outcomes.values()],
    failure,
  };
}

function withAdvice(failure: Failure, { journals }: SessionPlan): Failure {
  if (!journals || failure.field !== "scopes") return failure;
  return {
    ...failure,
    field: "journals",
    next: "Sign in again without the general-ledger feed: the ledger may not have approved the feed for your app. Tieout then builds figures from the transactions.",
  };
}

function noTenants({ filled }: SessionPlan): Failure {
  const next = signInFor(filled.system).tenants === "several" ? "Sign in again and select the books in the ledger." : "Sign in again.";
  return { code: "needs_sign_in", message: `The sign-in to ${ledgerLabel(filled.system)} didn't include any books.`, next };
}
