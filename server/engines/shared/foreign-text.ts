/** How many characters we read of each text from outside. The rest is cut off before anything looks at it. */
export const LONGEST_HEADER = 1_024;
export const LONGEST_ADDRESS = 2_048;
/** A content policy: large sites have long ones, and cutting one would hide what the rest of it forbids. */
export const LONGEST_POLICY = 16_384;

/** An address without its query, whose values can be secrets. */
export function withoutQuery(address: string): string {
	const at = address.indexOf("?");
	return at === -1 ? address : `${address.slice(0, at)}?…`;
}
