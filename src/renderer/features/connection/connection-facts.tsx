import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import type { ConnectionView } from "#shared/contract/clients.ts";
import type { SourceCapabilities } from "#shared/model/capabilities.ts";
import { formatCount } from "../../format/amount.ts";
import { formatDay, formatInstant } from "../../format/date.ts";
import styles from "./connection-facts.module.css";

type CapabilityName = keyof SourceCapabilities;

const NAMES: Readonly<Record<CapabilityName, string>> = {
  dimensions: "Dimensions",
  lineTarget: "Lines point at",
  canCreateTaxRates: "Tax rates can be created",
  hasApprovalWorkflow: "Approval workflow",
  hasGlFeed: "General-ledger feed",
  hasAuditTrail: "Audit trail",
  statusIsDerived: "Status is worked out by us",
  writeSemantics: "An update",
  periodLock: "Period lock",
  idempotencyKey: "Repeated writes are recognised",
};

const UPDATES = { merge: "merges into the record", replace: "replaces the record", patch: "changes the named fields" } as const;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** What was found out about a connection, with how each thing was found. */
export function ConnectionFacts({ connection }: { readonly connection: ConnectionView }) {
  const { capabilities, evidence, organisation } = connection;
  return (
    <div className={styles.facts}>
      <section aria-label="Connection">
        <h2>Connection</h2>
        <dl className={styles.list}>
          <Fact name="Ledger">{connection.ledger}</Fact>
          <Fact name="Name">{connection.name}</Fact>
          <Fact name="Tenant">
            <code>{connection.tenantId}</code>
          </Fact>
          <Fact name="Address">
            <code>{connection.baseUrl}</code>
          </Fact>
          <Fact name="Sign-in">{connection.authType}</Fact>
          <Fact name="Wording">{connection.profile}</Fact>
          <Fact name="Journal feed">{connection.journals ? "granted" : "not granted"}</Fact>
          <Fact name="Limits">{limitWords(connection.limits)}</Fact>
          <Fact name="Last asked">{connection.discoveredAt === null ? "never" : formatInstant(connection.discoveredAt)}</Fact>
          {organisation === null ? null : (
            <>
              <Fact name="Organisation">{organisation.name}</Fact>
              <Fact name="Base currency">{organisation.baseCurrency}</Fact>
              {organisation.country === undefined ? null : <Fact name="Country">{organisation.country}</Fact>}
              <Fact name="Year ends">{`${organisation.fiscalYearEndDay} ${MONTHS[organisation.fiscalYearEndMonth - 1] ?? ""}`}</Fact>
              {organisation.entities.length < 2 ? null : (
                <Fact name="Entities">{organisation.entities.map((entity) => entity.name).join(", ")}</Fact>
              )}
              {organisation.currencies.length < 2 ? null : <Fact name="Currencies">{organisation.currencies.join(", ")}</Fact>}
            </>
          )}
        </dl>
      </section>
      <section aria-label="Capabilities">
        <h2>What this ledger can do</h2>
        {capabilities === null ? (
          <p className={styles.quiet}>Not asked yet.</p>
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Capability</th>
                <th scope="col">Found</th>
                <th scope="col">How we know</th>
              </tr>
            </thead>
            <tbody>
              {(Object.keys(NAMES) as readonly CapabilityName[]).map((name) => (
                <tr key={name}>
                  <th scope="row">{NAMES[name]}</th>
                  <td>{valueWords(capabilities, name)}</td>
                  <td className={styles.quiet}>{evidence?.[name] ?? "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function valueWords(capabilities: SourceCapabilities, name: CapabilityName): ReactNode {
  if (name === "dimensions")
    return capabilities.dimensions.length === 0 ? "none" : capabilities.dimensions.map((dimension) => dimension.name).join(", ");
  if (name === "lineTarget") return { account: "accounts", item: "items", both: "accounts and items" }[capabilities.lineTarget];
  if (name === "writeSemantics") return UPDATES[capabilities.writeSemantics];
  if (name === "periodLock") {
    const { date, perSubsidiary } = capabilities.periodLock;
    if (perSubsidiary) return "by period and module";
    return date === undefined ? "none set" : `to ${formatDay(date)}`;
  }
  return (
    <span className={styles.yes}>
      {capabilities[name] ? <Check size={14} aria-hidden /> : <Minus size={14} aria-hidden />}
      {capabilities[name] ? "yes" : "no"}
    </span>
  );
}

function limitWords(limits: ConnectionView["limits"]): string {
  const known = Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== null);
  if (known.length === 0) return "as usual for this ledger";
  return known.map(([name, value]) => `${name.replace(/([A-Z])/g, " $1").toLowerCase()} ${formatCount(value)}`).join(", ");
}
