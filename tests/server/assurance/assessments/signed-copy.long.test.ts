import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { mailboxHash } from "#server/platform/texts/mailbox.ts";
import { makePng } from "../../../support/reports/make-png.ts";
import { readPdf } from "../../../support/reports/read-pdf.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { newAccountAddress } from "../../../support/server/accounts.ts";
import { answer, begin, giveTemplate, readAssessment, sign } from "../../../support/server/assessments.ts";
import { evidenceBody, uploadsOf } from "../../../support/server/evidence.ts";
import { decodeMail } from "../../../support/server/mailbox.ts";
import { createOwner, type TestMember } from "../../../support/server/people.ts";
import { until } from "../../../support/until.ts";

const { server, pool, mailbox, mailOf } = await startAccountServer();
const SUBJECT = "Your copy of what was signed, from Plumbline";

let shades = 0;
/** Evidence with a picture that paper can show. */
async function addPicture(member: TestMember, title: string): Promise<string> {
	shades += 1;
	const bytes = makePng({ width: 40, height: 30, pixel: () => [shades, 90, 120, 255] });
	expect((await uploadsOf(server, member).upload(bytes)).ok).toBe(true);
	const body = evidenceBody([bytes], { title });
	expect((await member.call("addEvidence", { body })).status).toBe(202);
	return body.id;
}

async function signed(more: Record<string, unknown> = {}) {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	const id = await begin(owner, { title: "Visit http://evil.example" });
	const photo = await addPicture(owner, "Door");
	const door = await answer(owner, id, "door", "partly", { note: "It sticks.", evidence: [photo] });
	const picture = await addPicture(owner, "Signature");
	const email = newAccountAddress();
	const signers = [
		{ name: "Ngozi Ade", role: "Head of IT", email, signature: picture },
		{ name: "Ada", role: "Consultant", signature: picture },
	];
	await sign(owner, await readAssessment(owner, id), { signers, ...more });
	return { owner, id, door, email };
}
const linkIn = (mail: string) => /http:\/\/[^\s"<]+\/signed\/([\w-]{43})/.exec(mail)?.[1] ?? "";
const pdfOf = async (response: Response) => {
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("application/pdf");
	return Buffer.from(await response.arrayBuffer());
};
const textOf = (pdf: Buffer) =>
	readPdf(pdf)
		.marked.map(([, text]) => text)
		.join("\n");

test("both parties get a link; it leads to the PDF of what was signed, which stays the same", async () => {
	const { owner, id, door, email } = await signed();
	const [theirs, own] = [await mailOf(email, SUBJECT), await mailOf(owner.email, SUBJECT)];
	// A stranger's mailbox gets no text from a member except the workspace's name.
	for (const text of ["Visit", "evil", "Ngozi", "sticks"]) expect(theirs).not.toContain(text);
	expect(linkIn(own)).not.toBe(linkIn(theirs));
	const address = `${server.url}/signed/${linkIn(theirs)}`;
	const page = await fetch(address);
	expect(page.status).toBe(200);
	expect(page.headers.get("cache-control")).toBe("private, no-store");
	expect(page.headers.get("x-robots-tag")).toContain("noindex");
	expect(page.headers.get("referrer-policy")).toBe("no-referrer");
	const html = await page.text();
	const { signOffs } = await readAssessment(owner, id);
	expect(html).toContain(signOffs[0]?.sha256);
	const href = /href="(\/signed\/[^"]+\.pdf)"/.exec(html)?.[1] ?? "";
	const first = await pdfOf(await fetch(server.url + href));
	const text = textOf(first);
	for (const part of ["Does the door close?", "Partly", "It sticks.", "Ngozi Ade", "Head of IT", signOffs[0]?.sha256]) {
		expect(text).toContain(part);
	}
	expect(readPdf(first).objects).toContain("/Subtype /Image");

	await answer(owner, id, "door", "no", { after: [door], note: "Broken." });
	expect(await (await fetch(address)).text()).toContain("An answer was changed on");
	const read = (query: Record<string, string>) =>
		owner.call("readAssessmentPdf", { params: { assessmentId: id }, query });
	expect((await pdfOf(await read({ revision: "1" }))).equals(first)).toBe(true);
	const now = textOf(await pdfOf(await read({})));
	expect(now).toContain("Broken.");
	expect(now).toContain("2, not signed");
	expect((await read({ revision: "7" })).status).toBe(404);
	const stranger = await createOwner(server);
	expect((await stranger.call("readAssessmentPdf", { params: { assessmentId: id } })).status).toBe(404);

	await pool.query("UPDATE signed_links SET expires_at = now() - interval '1 second'");
	for (const path of [address, server.url + href, `${server.url}/signed/${"x".repeat(43)}`]) {
		const gone = await fetch(path);
		expect(gone.status).toBe(404);
		expect(await gone.text()).toContain("This copy is not here");
	}
	// Whatever else is in the place of a token. Texts longer than a route accepts are refused earlier.
	for (const token of ["%00", "..%2f..%2fetc", "%E2%80%AE", "%F0%9F%98%80", "x'--", "x".repeat(90)]) {
		for (const path of [`/signed/${token}`, `/signed/${token}/${"y".repeat(90)}`]) {
			expect((await fetch(server.url + path)).status, path).toBe(404);
		}
	}
	expect([404, 414]).toContain((await fetch(`${server.url}/signed/${"x".repeat(10_000)}`)).status);
	const { rows } = await pool.query("SELECT * FROM signed_links");
	expect(JSON.stringify(rows)).not.toContain(linkIn(theirs));
});

test("a mailbox gets three copies a day, one that wants no mail gets none, and one address gets one for one signing", async () => {
	const { owner, id, email } = await signed();
	await mailOf(email, SUBJECT);
	const read = await readAssessment(owner, id);
	const signature = read.signOffs[0]?.signers[0]?.signature ?? "";
	const signer = (to: string) => ({ name: "Ngozi", role: "IT", email: to, signature });
	const copies = () =>
		mailbox.received.filter(({ to, raw }) => to.includes(email) && decodeMail(raw).includes(SUBJECT)).length;
	for (const wanted of [2, 3]) {
		// Long enough ago for another one.
		await pool.query("UPDATE sent_mails SET sent_at = sent_at - interval '10 minutes'");
		await sign(owner, read, { signers: [signer(email), signer(email.toUpperCase())] });
		await until(async () => copies() === wanted, `copy ${wanted}`);
	}
	await pool.query("UPDATE sent_mails SET sent_at = sent_at - interval '10 minutes'");
	await sign(owner, read, { signers: [signer(email)] });
	const tomorrow = `SELECT 1 FROM pgboss.job WHERE name = 'signed-mail' AND state = 'created' AND data ->> 'signer' = '0'
	  AND start_after > now() + interval '20 hours'`;
	await until(async () => (await pool.query(tomorrow)).rowCount === 1, "the fourth waits until tomorrow");
	expect(copies()).toBe(3);

	const other = newAccountAddress();
	await pool.query("INSERT INTO mail_suppressions (mailbox_hash) VALUES ($1)", [mailboxHash(other)]);
	const signOffId = randomUUID();
	await sign(owner, read, { id: signOffId, signers: [signer(other)] });
	const its =
		"SELECT state FROM pgboss.job WHERE name = 'signed-mail' AND data ->> 'signOffId' = $1 AND data ->> 'signer' = '0'";
	await until(
		async () => (await pool.query(its, [signOffId])).rows.every(({ state }) => state === "completed"),
		"its job is done",
	);
	expect(mailbox.received.some(({ to }) => to.includes(other))).toBe(false);
});
