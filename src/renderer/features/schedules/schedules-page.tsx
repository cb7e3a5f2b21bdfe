import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { SectionedPage } from "../../ui/layout/sectioned-page.tsx";
import { OfBarPeriod } from "../../ui/periods/of-bar-period.tsx";
import { Balances } from "./balances.tsx";
import { Items } from "./item-list.tsx";
import { RollForwardSection } from "./roll-forward.tsx";
import { placeOf, SECTION_WORDS, SECTIONS } from "./schedule-words.ts";

const COMING = {
  title: t("No transactions synced yet"),
  words: t("Schedules can be added here during the first sync."),
};

/** Balance sheet schedules of the period that the bar shows: items, balances compared with the books, and roll-forwards. */
export function SchedulesPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const { section, item } = placeOf(part);
  return (
    <SectionedPage
      clientId={clientId}
      screen="schedules"
      label={t("schedules")}
      sections={SECTIONS}
      section={section}
      words={SECTION_WORDS}
      addressOf={(name) => recordAddress(clientId, "schedules", name)}
    >
      <OfBarPeriod clientId={clientId} coming={COMING}>
        {(period) =>
          section === "roll-forward" ? (
            <RollForwardSection key={period} clientId={clientId} period={period} accountId={item} />
          ) : (
            <Schedules clientId={clientId} period={period} section={section} item={item} />
          )
        }
      </OfBarPeriod>
    </SectionedPage>
  );
}

interface SchedulesProps {
  readonly clientId: string;
  readonly period: string;
  readonly section: "items" | "balances";
  readonly item: string | null;
}

function Schedules({ clientId, period, section, item }: SchedulesProps) {
  const query = useCoreQuery("schedules.list", { clientId, period }, { keepPrevious: true });
  return (
    <QueryAnswer query={query} label={t("schedules")}>
      {(view) =>
        section === "items" ? (
          <Items clientId={clientId} period={period} view={view} openId={item} busy={query.isFetching} />
        ) : (
          <Balances clientId={clientId} view={view} />
        )
      }
    </QueryAnswer>
  );
}
