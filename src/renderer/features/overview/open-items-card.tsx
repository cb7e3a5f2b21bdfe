import { figureId } from "../../format/addresses/figure-id.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { changeFigureChoice } from "../../state/views/figure-choices.ts";
import text from "../../styles/text.module.css";
import { Card } from "./card.tsx";
import { FigureFoot } from "./figure-foot.tsx";
import { FigureLink } from "./figure-link.tsx";
import type { Aging } from "./overview-figures.ts";
import { OPEN_COLUMNS, SIDE_TITLES } from "./overview-labels.ts";
import styles from "./overview-page.module.css";

interface OpenItemsCardProps {
  readonly clientId: string;
  readonly side: Aging["side"];
  readonly aging: Aging | undefined;
}

/** What is open on one side, each currency for itself. */
export function OpenItemsCard({ clientId, side, aging }: OpenItemsCardProps) {
  const title =
    aging === undefined ? SIDE_TITLES[side] : t("{title} on {asOfDate}", { title: SIDE_TITLES[side], asOfDate: formatDay(aging.asOfDate) });
  return (
    <Card
      clientId={clientId}
      title={title}
      screen="aging"
      onFollow={() => changeFigureChoice(clientId, { side })}
      busy={aging === undefined}
      foot={aging === undefined ? undefined : <FigureFoot id={figureId(side, "")} source="mirror" asOf={aging.asOf} />}
    >
      {aging === undefined ? null : aging.totals.length === 0 ? (
        <p className={text.muted}>{t("Nothing is open.")}</p>
      ) : (
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{t("In")}</th>
              {OPEN_COLUMNS.map(({ id, word }) => (
                <th key={id} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {aging.totals.map((total) => (
              <tr key={total.currency}>
                <th scope="row">{total.currency}</th>
                {OPEN_COLUMNS.map(({ id, word }) => (
                  <td key={id}>
                    <FigureLink
                      id={figureId(`${side} ${total.currency}`, id)}
                      name={`${SIDE_TITLES[side]}, ${word}`}
                      amount={total[id]}
                      currency={total.currency}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
