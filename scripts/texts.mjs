#!/usr/bin/env node
/** Collects the texts of the window into the US and British catalogues, and names words outside of them. Exit 1 when there are any. */
import { writeFileSync } from "node:fs";
import {
  BRITISH_CATALOGUE,
  britishCatalogueOf,
  CATALOGUE,
  CORE_BRITISH_CATALOGUE,
  CORE_CATALOGUE,
  catalogueOf,
  readCoreTexts,
  readTexts,
} from "./lib/texts.mjs";

const { texts, breaches: windows } = readTexts();
const core = readCoreTexts();
const breaches = [...windows, ...core.breaches];
writeFileSync(CORE_CATALOGUE, catalogueOf(core.texts));
writeFileSync(CORE_BRITISH_CATALOGUE, britishCatalogueOf(core.texts));
writeFileSync(CATALOGUE, catalogueOf(texts));
writeFileSync(BRITISH_CATALOGUE, britishCatalogueOf(texts));
process.stdout.write(`${texts.length} texts in ${CATALOGUE}\n${breaches.map((breach) => `${breach}\n`).join("")}`);
process.exitCode = breaches.length === 0 ? 0 : 1;
