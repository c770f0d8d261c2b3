import { standingsOf } from "#contract/assessments/progress.ts";
import { questionId } from "#contract/assessments/template.ts";
import { signIn } from "../accounts-kit.ts";
import { memberOf, pictureOf, takeNoFiles } from "../evidence/evidence-kit.ts";
import { expect, test, whenHydrated } from "../kit.ts";
import { onDisk } from "../lock/lock-kit.ts";
import { beginVisit, button, readAssessment, Taps, takePhoto } from "./assessments-kit.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const ENTRANCES = questionId.parse("entrances");
const NOTE = "The back door has a wedge";

test("on a device that seals, answers and what is typed cannot be read, the screen says what it cannot show, and all of it arrives", async ({
	page,
	product,
}) => {
	const member = memberOf(product, await signIn(page, product));
	const id = await beginVisit(member);
	await page.goto(`${product.url}/dashboard/settings/data`);
	await expect.poll(() => onDisk(page)).toContain("age1");
	await page.getByLabel("Seal what waits on this device").check();
	await expect(page.getByText("What you save from now on is sealed.")).toBeVisible();
	await page.goto(`${product.url}/dashboard/assessments/${id}?question=entrances`);
	await whenHydrated(page);
	product.line.fault = "unreachable";
	await button(page, "Note").tap();
	await page.getByRole("textbox", { name: "Note" }).fill(NOTE);
	await takePhoto(page, new Taps());
	await button(page, "No").tap();
	// What was saved here is shown as it is.
	await expect(page.getByRole("heading", { name: "How do employees get in?" })).toBeVisible();
	await button(page, "Back").tap();
	await expect(button(page, "No")).toHaveAttribute("aria-pressed", "true");
	await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue(NOTE);
	expect(await onDisk(page)).not.toContain("wedge");
	// Once the tab is gone, this device no longer knows it.
	await page.reload();
	await expect(page.getByText(/^\d sealed entries on this device cannot be read here\./)).toBeVisible();
	await expect(button(page, "No")).toHaveAttribute("aria-pressed", "false");

	product.line.fault = "none";
	await page.context().setOffline(true);
	await page.context().setOffline(false);
	await expect(button(page, "No")).toHaveAttribute("aria-pressed", "true");
	await expect(page.getByText(/sealed entr/)).toHaveCount(0);
	const standing = standingsOf((await readAssessment(member, id)).words).get(ENTRANCES);
	expect(standing).toMatchObject({
		word: { answer: { value: { type: "choice", choice: "no" }, note: NOTE, evidence: [expect.any(String)] } },
	});
});

test("with a full device a photo is not saved, and says so; the answer is, and the photo stays to try again", async ({
	page,
	product,
}) => {
	const member = memberOf(product, await signIn(page, product));
	const id = await beginVisit(member);
	await page.goto(`${product.url}/dashboard/assessments/${id}?question=entrances`);
	await whenHydrated(page);
	await takeNoFiles(page);
	const choosing = page.waitForEvent("filechooser");
	await page.getByText("Photo", { exact: true }).tap();
	await (await choosing).setFiles({ name: "door.png", mimeType: "image/png", buffer: pictureOf(640, 480) });
	await button(page, "Keep it").tap();
	await expect(page.getByRole("alert")).toContainText("Everything is still on this screen.");
	await button(page, "Yes").tap();
	await expect.poll(async () => (await readAssessment(member, id)).answered).toBe(1);
	await button(page, "Back").tap();
	await page.evaluate(() => Object.assign(window, { roomy: true }));
	await button(page, "Keep it").tap();
	await expect(page.getByRole("list", { name: "Just taken" })).toHaveCount(0);
	await expect
		.poll(async () => standingsOf((await readAssessment(member, id)).words).get(ENTRANCES))
		.toMatchObject({ word: { answer: { value: { type: "choice", choice: "yes" }, evidence: [expect.any(String)] } } });
	expect((await readAssessment(member, id)).words).toHaveLength(2);
});
