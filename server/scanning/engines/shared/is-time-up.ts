/** Whether the time limit ended it: `AbortSignal.timeout`, like every time limit of ours, gives a reason of this name. */
export function isTimeUp({ reason }: AbortSignal): boolean {
	return reason instanceof Error && reason.name === "TimeoutError";
}
