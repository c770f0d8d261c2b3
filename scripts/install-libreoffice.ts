import { findLibreOffice } from "../tests/support/libreoffice.ts";
import { installPackages } from "./debian-packages.ts";

/**
 * Installs LibreOffice's spreadsheet where we may. tests/unit/server/assurance/questionnaires/scores.long.test.ts uses it if it is there,
 * and is reported as skipped if not.
 */
if (findLibreOffice() === undefined) installPackages("libreoffice-calc");
