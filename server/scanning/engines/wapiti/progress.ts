/** Follows Wapiti's lines: it crawls silently, then names each module as it starts. */
export function createWapitiProgress(modules: number, tell: (percent: number, step: string) => void) {
	let launched = 0;
	tell(5, "Looking for pages and forms");
	return (line: string) => {
		const module = /^\[\*\] Launching module ([a-z0-9_]{1,40})/.exec(line)?.[1];
		if (module) tell(20 + Math.floor((75 * Math.min(launched++, modules)) / Math.max(1, modules)), `Module ${module}`);
	};
}
