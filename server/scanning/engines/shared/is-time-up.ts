/** Whether the time limit ended it: all our time limits give a reason with this name, as `AbortSignal.timeout` does. */
export function isTimeUp({ reason }: AbortSignal): boolean {
	return reason instanceof Error && reason.name === "TimeoutError";
}
