import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import type { CallFailure } from "../../../api/call-failure.ts";
import { withDays } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useBarMonth } from "../../../state/period/selected-range.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import styles from "../group.module.css";
import { groupAddress } from "../group-labels.ts";
import { MissingRates } from "../rates/missing-rates.tsx";
import { rateNeeds } from "../rates/rate-form.ts";

/** Why a group can't be consolidated; missing rates can be entered here. */
export function NoReport({ tree, failure }: { readonly tree: EntityTreeVersion; readonly failure: CallFailure }) {
  const { field, message, next } = failure.failure;
  if (field === "rate") return <RatesFirst tree={tree} failure={failure} />;
  return (
    <div className={styles.note}>
      <FailureNote failure={{ ...failure.failure, message: withDays(message), ...(next === undefined ? {} : { next: withDays(next) }) }}>
        <p>
          <a href={`#${groupAddress(tree.treeId, "tree")}`}>{t("Go to entity tree")}</a>
        </p>
      </FailureNote>
    </div>
  );
}

/** All missing rates of the selected period, to be entered in place of the figures. */
function RatesFirst({ tree, failure }: { readonly tree: EntityTreeVersion; readonly failure: CallFailure }) {
  const month = useBarMonth(null);
  const needed = useCoreQuery("groups.rates", { treeId: tree.treeId, period: month });
  const missing = rateNeeds(needed.data?.needed ?? []).filter(({ entered }) => entered === null);
  return (
    <div className={styles.note} aria-busy={needed.isPending}>
      {needed.error !== null || (needed.data !== undefined && missing.length === 0) ? (
        <FailureNote failure={{ ...failure.failure, message: withDays(failure.failure.message) }} />
      ) : null}
      {missing.length === 0 ? null : <MissingRates key={`${month} ${tree.version}`} tree={tree} needs={missing} />}
      <p className={styles.quiet}>
        <a href={`#${groupAddress(tree.treeId, "rates")}`}>{t("Go to rates")}</a>
      </p>
    </div>
  );
}
