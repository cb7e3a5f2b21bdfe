import { isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { today } from "../../api/clock.ts";
import { figureId } from "../../format/addresses/figure-id.ts";
import { formatMoney } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { changeFigureChoice } from "../../state/views/figure-choices.ts";
import text from "../../styles/text.module.css";
import { ShareBar, ShareRoom } from "../../ui/charts/share-bar.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { Card, Rooms } from "./card.tsx";
import { FigureFoot } from "./figure-foot.tsx";
import figures from "./figure-link.module.css";
import { FigureLink } from "./figure-link.tsx";
import type { Aging } from "./overview-figures.ts";
import { OPEN_COLUMNS, openTitle, SIDE_TITLES } from "./overview-labels.ts";
import styles from "./overview-page.module.css";
import { keysFor } from "./result-card.tsx";

/** Currencies that are drawn; aging has them all. */
const SHOWN = 2;

interface OpenItemsCardProps {
  readonly clientId: string;
  readonly side: Aging["side"];
  readonly aging: Aging | undefined;
  /** The currency that the books are kept in: it comes first. */
  readonly base: string | null;
}

/** What is open on one side and how late it is, each currency for itself. */
export function OpenItemsCard({ clientId, side, aging, base }: OpenItemsCardProps) {
  const title = aging === undefined ? SIDE_TITLES[side] : openTitle(side, aging.asOfDate, today());
  const totals = aging?.totals.toSorted((a, b) => Number(b.currency === base) - Number(a.currency === base)) ?? [];
  return (
    <Card
      clientId={clientId}
      title={title}
      screen="aging"
      onFollow={() => changeFigureChoice(clientId, { side })}
      busy={aging === undefined}
      foot={aging === undefined ? undefined : <FigureFoot id={figureId(side, "")} source="mirror" asOf={aging.asOf} />}
    >
      {aging === undefined ? (
        <>
          <dl className={styles.keys}>
            <Rooms count={2} />
          </dl>
          <ShareRoom />
        </>
      ) : totals.length === 0 ? (
        <p className={text.muted}>{t("No open items.")}</p>
      ) : (
        totals.slice(0, SHOWN).map((total) => <OpenTotal key={total.currency} side={side} total={total} buckets={aging.buckets} />)
      )}
      {totals.length > SHOWN ? (
        <p className={text.mutedSmall}>
          {t("{count, plural, one {1 more currency} other {{count} more currencies}} on the Aging screen", {
            count: totals.length - SHOWN,
          })}
        </p>
      ) : null}
    </Card>
  );
}

interface OpenTotalProps extends Pick<Aging, "side" | "buckets"> {
  readonly total: Aging["totals"][number];
}

function OpenTotal({ side, total, buckets }: OpenTotalProps) {
  const { currency } = total;
  const link = (id: (typeof OPEN_COLUMNS)[number]["id"]) => (
    <FigureLink
      id={figureId(`${side} ${currency}`, id)}
      name={`${SIDE_TITLES[side]}, ${OPEN_COLUMNS.find((column) => column.id === id)?.word ?? id}`}
      amount={total[id]}
      currency={currency}
    />
  );
  return (
    <>
      <dl className={keysFor([total.outstanding], currency)}>
        <div>
          <dt>{t("Outstanding, {currency}", { currency })}</dt>
          <dd className={styles.large}>{link("outstanding")}</dd>
        </div>
        <div>
          <dt>{isZero(total.unappliedCash) ? t("Unapplied") : t("Less unapplied")}</dt>
          <dd>{link("unappliedCash")}</dd>
        </div>
        {/* What the control accounts hold, and so what ties out beside it. */}
        {isZero(total.unappliedCash) ? null : (
          <div>
            <dt>{t("Net of unapplied")}</dt>
            <dd>
              <span className={figures.plainFigure}>
                <Figure amount={subtractDecimals(total.outstanding, total.unappliedCash)} currency={currency} />
              </span>
            </dd>
          </div>
        )}
      </dl>
      <ShareBar
        title={t("{title} by age, {currency}", { title: SIDE_TITLES[side], currency })}
        parts={buckets.map((bucket) => ({
          key: bucket,
          name: OPEN_COLUMNS.find(({ id }) => id === bucket)?.word ?? bucket,
          amount: total[bucket],
          // Nothing is behind a dash.
          shown: isZero(total[bucket]) ? (
            <span className={figures.plainFigure}>
              <Figure amount={total[bucket]} currency={currency} />
            </span>
          ) : (
            link(bucket)
          ),
        }))}
        words={(amount) => formatMoney(amount, currency)}
      />
    </>
  );
}
