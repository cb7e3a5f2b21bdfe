import { Download, Printer } from "lucide-react";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { useHashLocation } from "wouter/use-hash-location";
import { later } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useIsBlank } from "../../state/window/nothing-to-print.ts";
import { readAddress } from "../../state/window/screen-address.ts";
import menu from "../../ui/controls/menu.module.css";
import { exportOutcome, useShownGrids } from "../../ui/grid/grid-exports.ts";
import type { TableFormat } from "../../ui/grid/table-export.ts";
import styles from "./export-menu.module.css";

const FORMATS: readonly (readonly [TableFormat, string])[] = [
  ["xlsx", t("Save as Excel…")],
  ["csv", t("Save as CSV…")],
];

/** Screens that people print although they have no table of rows; the others are for doing things. */
const PRINTED = /^\/(inbox|group|queue|clients\/[^/]+\/(overview|close|bank|schedules|checks|findings|activity))(\/|$)/;

/**
 * A file or a print of what the screen shows. Nothing where the screen is empty or couldn't be loaded. The desktop asks where to save; a
 * browser downloads.
 */
export function ExportMenu({ clientId }: { readonly clientId: string | null }) {
  const grids = useShownGrids((state) => state.grids);
  const [address] = useHashLocation();
  const client = useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === clientId);
  const isUnread = client?.state === "never_synced" && readAddress(address).screen !== "activity";
  const isBlank = useIsBlank();
  if (grids.length === 0 && (isUnread || isBlank || !PRINTED.test(address))) return null;
  return (
    <MenuTrigger>
      <Button className={styles.opener ?? ""} aria-label={t("Export")}>
        <Download size={14} aria-hidden />
        <span className={styles.word}>{t("Export")}</span>
      </Button>
      <Popover placement="bottom end" offset={4} className={menu.list ?? ""}>
        <Menu className={menu.items ?? ""} aria-label={t("Export")}>
          {grids.map(({ label, write }) => (
            <MenuSection key={label} className={menu.section ?? ""}>
              <Header className={menu.heading ?? ""}>{label}</Header>
              {FORMATS.map(([format, words]) => (
                <MenuItem
                  key={format}
                  id={`${label} ${format}`}
                  className={menu.option ?? ""}
                  textValue={words}
                  onAction={() => void exportOutcome(write(format)).then(announce)}
                >
                  <Download size={14} aria-hidden />
                  {words}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
          <MenuSection className={menu.section ?? ""} aria-label={t("Print")}>
            {/* Once the menu has closed: it isn't part of what is printed. */}
            <MenuItem
              id="print"
              className={menu.option ?? ""}
              textValue={t("Print or save as PDF…")}
              onAction={() => void later(100, () => window.print())}
            >
              <Printer size={14} aria-hidden />
              {t("Print or save as PDF…")}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
