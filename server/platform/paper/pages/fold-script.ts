import { readFileSync } from "node:fs";
import { trusted } from "../../../reports/pages/html.ts";
import { contentHash } from "../../ids/content-hash.ts";

const source = readFileSync(new URL("./scripts/fold.js", import.meta.url), "utf8");

/** The only script a report runs. Without it the report is whole, only longer. */
export const foldScript = trusted(`<script>${source}</script>`);

export const FOLD_SCRIPT_HASH = contentHash(source);
