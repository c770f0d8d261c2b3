import type { Evidence } from "#contract/findings/findings.ts";

/** A field of an MTA-STS record besides the version (RFC 8461, 3.1). */
const STS_FIELD = /^[A-Za-z\d][A-Za-z\d_.-]{0,31}=[!-:<>-~]+$/;
const STS_ID = /^id=[A-Za-z\d]{1,32}$/;

/**
 * Why senders find no record they can use; nothing if there is exactly one, or if it was not asked for. They treat several, or a faulty
 * one, as none.
 */
export function whyNone(
	source: string,
	records: readonly string[] | undefined,
	isValid: (record: string) => boolean,
): Evidence[] {
	if (records === undefined || (records.length === 1 && records.every(isValid))) return [];
	if (records.length === 0) return [{ source, text: "No such record" }];
	const why = records.length > 1 ? "there is more than one" : "it is not valid";
	return [...records.map((text) => ({ source, text })), { source, text: `Senders ignore this, because ${why}` }];
}

/** Whether senders can use an MTA-STS record (RFC 8461, 3.1). */
export function isMtaSts(record: string): boolean {
	const [version, ...fields] = fieldsOf(record);
	const id = fields.find((field) => field.startsWith("id="));
	return version === "v=STSv1" && STS_ID.test(id ?? "") && fields.every((field) => STS_FIELD.test(field));
}

/** Whether senders can use a TLS-RPT record: it says where to send reports, by mail or HTTPS (RFC 8460, 3). */
export function isTlsRpt(record: string): boolean {
	const [version, ...fields] = fieldsOf(record);
	const rua = fields.find((field) => field.startsWith("rua="))?.slice("rua=".length) ?? "";
	return version === "v=TLSRPTv1" && rua.split(",").every((uri) => /^(?:mailto|https):[!-~]+$/.test(uri.trim()));
}

/** The parts between semicolons, of which the last may be empty. */
function fieldsOf(record: string): string[] {
	const fields = record.split(";").map((field) => field.trim());
	return fields.at(-1) === "" ? fields.slice(0, -1) : fields;
}
