import { useEffect, useRef } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { opened, type PanelPlaces, panelsPart, readPanels } from "../../format/addresses/panel-address.ts";
import type { Panels } from "../../state/window/panels.ts";
import { type ClientScreen, clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import { useEscape } from "../../state/window/use-escape.ts";

/**
 * The panels of a screen, from their part of the address. Esc goes back one: to what a panel was opened over,
 * else to what the screen says is below its panel.
 */
export function usePanels(
  clientId: string,
  screen: ClientScreen,
  part: string | null,
  ownBelow: (own: string) => string | null = () => null,
): Panels {
  const [, navigate] = useHashLocation();
  const places = readPanels(part);
  const addressFor = (next: PanelPlaces): string => {
    const nextPart = panelsPart(next);
    return nextPart === null ? clientAddress(clientId, screen) : recordAddress(clientId, screen, nextPart);
  };
  const close = (): void => {
    navigate(clientAddress(clientId, screen));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  const top = places.over.at(-1);
  const below = belowOf(places, ownBelow);
  const back = panelsPart(below) === null ? undefined : () => navigate(addressFor(below));
  useEscape(part === null ? null : (back ?? close));
  useFocusInPanel(part);
  return {
    ...places,
    address: addressFor(top === undefined ? places : { own: null, over: [top] }),
    addressOf: (panel) => addressFor(opened(places, panel)),
    ownAddress: (own) => addressFor({ own, over: [] }),
    open: (panel) => navigate(addressFor(opened(places, panel))),
    openOwn: (own) => navigate(addressFor({ own, over: [] })),
    back,
    close,
  };
}

function belowOf({ own, over }: PanelPlaces, ownBelow: (own: string) => string | null): PanelPlaces {
  if (over.length > 0) return { own, over: over.slice(0, -1) };
  return { own: own === null ? null : ownBelow(own), over: [] };
}

/** A link that opened another panel went away with its own, and the focus with it: the new panel takes it. */
function useFocusInPanel(part: string | null): void {
  const before = useRef(part);
  useEffect(() => {
    if (before.current === part) return;
    before.current = part;
    if (part !== null && document.activeElement === document.body) document.querySelector<HTMLElement>("[data-panel-body]")?.focus();
  }, [part]);
}
