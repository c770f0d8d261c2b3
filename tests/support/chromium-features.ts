/** What Playwright turns off by itself: a second list replaces the first. */
const PLAYWRIGHTS = [
	"AvoidUnnecessaryBeforeUnloadCheckSync",
	"DestroyProfileOnBrowserClose",
	"HttpsUpgrades",
	"HttpsFirstBalancedModeAutoEnable",
	"LensOverlay",
	"MediaRouter",
	"PaintHolding",
	"ThirdPartyStoragePartitioning",
	"AvoidCorsURLLoaderRestartOnRedirect",
	"TcpPortRandomizationWin",
	"OptimizationHints",
	"NetworkTimeServiceQuerying",
	"AimEnabled",
	"PreconnectToSearch",
];

/** Processes for pages that no test opens: one kept ready for the next site, and the browser's own toolbar and popups. */
const PROCESSES_IN_ADVANCE = [
	"SpareRendererForSitePerProcess",
	"PreloadTopChromeWebUI",
	"InitialWebUI",
	"WebUIOmniboxPopup",
	"WebUIOmniboxAimPopup",
];

/** A browser that starts no more than it needs: those processes took a quarter of the processor time of an outbox test. */
export const withoutProcessesInAdvance = (alsoOff: readonly string[] = PLAYWRIGHTS): string =>
	`--disable-features=${[...alsoOff, ...PROCESSES_IN_ADVANCE].join(",")}`;
