import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import { yearEndLabel } from "../../format/dates/date.ts";
import { countryLabel } from "../../format/labels/country-labels.ts";
import { isDemoToken } from "../../format/labels/sign-in-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import layout from "../../styles/layout.module.css";
import { TechnicalDetails } from "../../ui/feedback/technical-details.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";

/** Ways to sign in that take their token from this computer's environment variables at every start. */
const FROM_ENVIRONMENT: ReadonlySet<string> = new Set(["bearer_env", "oauth1_token"]);

/** Which books these are, as the ledger itself says, and how we reach them. */
export function ConnectionFacts({ connection, demo }: { readonly connection: ConnectionView; readonly demo: boolean }) {
  const { organisation, authType } = connection;
  return (
    <section aria-label={t("Books")} className={layout.stack}>
      <h2>{t("Books")}</h2>
      {organisation === null ? null : <OrganisationFacts organisation={organisation} />}
      <TechnicalDetails>
        <Facts>
          <Fact name={t("Company ID")}>
            <code>{connection.tenantId}</code>
          </Fact>
          <Fact name={t("API address")}>
            <code>{connection.baseUrl}</code>
          </Fact>
          <Fact name={t("Ledger profile")}>{connection.profile}</Fact>
          {FROM_ENVIRONMENT.has(authType) && !isDemoToken(authType, demo) ? <TokenFact clientId={connection.clientId} /> : null}
          {connection.capabilities === null ? null : (
            <Fact name={t("General-ledger feed")}>{connection.capabilities.hasGlFeed ? t("Used") : t("Not used")}</Fact>
          )}
        </Facts>
      </TechnicalDetails>
    </section>
  );
}

/** Where the token is set up. */
function TokenFact({ clientId }: { readonly clientId: string }) {
  const { data } = useCoreQuery("connections.tokenState", { clientId });
  return data?.state === "unknown" ? <Fact name={t("Sign-in")}>{data.words}</Fact> : null;
}

function OrganisationFacts({ organisation }: { readonly organisation: Organisation }) {
  return (
    <Facts>
      <Fact name={t("Organization")}>{organisation.name}</Fact>
      <Fact name={t("Base currency")}>{organisation.baseCurrency}</Fact>
      <Fact name={t("Fiscal year ends")}>{yearEndLabel(organisation)}</Fact>
      {organisation.country === undefined ? null : <Fact name={t("Country")}>{countryLabel(organisation.country)}</Fact>}
      {organisation.entities.length < 2 ? null : (
        <Fact name={t("Entities")}>{organisation.entities.map((entity) => entity.name).join(", ")}</Fact>
      )}
      {organisation.currencies.length < 2 ? null : <Fact name={t("Currencies")}>{organisation.currencies.join(", ")}</Fact>}
    </Facts>
  );
}
