import { appId } from "./app-id.ts";
import { backForward } from "./back-forward.ts";
import { contentWidth } from "./content-width.ts";
import { display } from "./display.ts";
import { iconAddresses } from "./icon-addresses.ts";
import { iconSizes } from "./icon-sizes.ts";
import { icons } from "./icons.ts";
import { installable } from "./installable.ts";
import { leaveListeners } from "./leave-listeners.ts";
import { manifestParses } from "./manifest-parses.ts";
import { maskableIcon } from "./maskable-icon.ts";
import { maskableSafe } from "./maskable-safe.ts";
import { monochromeIcon } from "./monochrome-icon.ts";
import { names } from "./names.ts";
import { offlinePage } from "./offline-page.ts";
import { offlineRoutes } from "./offline-routes.ts";
import { offlineStart } from "./offline-start.ts";
import { precacheAnswers } from "./precache-answers.ts";
import type { PwaAudit } from "./pwa-audit.ts";
import { queueSurvives } from "./queue-survives.ts";
import { screenshots } from "./screenshots.ts";
import { shortcuts } from "./shortcuts.ts";
import { splash } from "./splash.ts";
import { themeColor } from "./theme-color.ts";
import { touchIcon } from "./touch-icon.ts";
import { updateWaits } from "./update-waits.ts";
import { viewport } from "./viewport.ts";
import { workerControls } from "./worker-controls.ts";
import { workerScope } from "./worker-scope.ts";

/** The category, in the order of its report. */
export const audits: PwaAudit[] = [
	installable,
	manifestParses,
	appId,
	names,
	display,
	icons,
	iconSizes,
	maskableIcon,
	maskableSafe,
	monochromeIcon,
	iconAddresses,
	touchIcon,
	splash,
	themeColor,
	shortcuts,
	screenshots,
	workerControls,
	workerScope,
	offlineStart,
	offlineRoutes,
	offlinePage,
	precacheAnswers,
	updateWaits,
	queueSurvives,
	viewport,
	contentWidth,
	leaveListeners,
	backForward,
];
