import { readFile } from "node:fs/promises";
import type { Template } from "#contract/assessments/template.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanInThemes } from "../axe-clean.ts";
import { complaintsOf } from "../complaints.ts";
import { expect, test } from "../kit.ts";

const asFile = (name: string, content: string | Buffer) => ({
	name,
	mimeType: "",
	buffer: Buffer.from(content),
});

test("a template is exported, changed, refused with what is wrong, corrected and loaded, as JSON and as XLSX", async ({
	page,
	product,
}) => {
	await signIn(page, product);
	const complaints = complaintsOf(page, ["warning"]);
	await page.goto(`${product.url}/dashboard/assessments/templates`);
	const visit = page.getByRole("article", { name: "Site visit" });
	await expect(visit).toContainText("Ours, version 1");
	await expect(page.getByRole("article")).toHaveCount(3);

	const exported = async (format: "JSON" | "XLSX", title: string) => {
		const link = page.getByRole("link", { name: `Export ${format}: ${title}` });
		const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
		return readFile(await file.path());
	};
	const load = (name: string, content: string | Buffer) =>
		page.getByLabel("Load a template").setInputFiles(asFile(name, content));

	const ours: Template = JSON.parse((await exported("JSON", "Site visit")).toString());
	const [first, ...others] = ours.sections;
	const mine = { ...ours, id: "warehouse", title: "Warehouse visit" };
	const broken = {
		...mine,
		sections: [
			{
				...first,
				questions: [
					{ id: "dock", type: "choice", text: "Is the dock locked?", showIf: { question: "gate", is: ["yes"] } },
				],
			},
			...others,
		],
	};
	await load("broken.json", JSON.stringify(broken));
	const refusal = page.getByRole("alert");
	await expect(refusal).toContainText("One thing in it has to be changed first.");
	await expect(refusal.getByRole("listitem")).toHaveText(
		"section 1, question 1. It depends on “gate”, and no question above it has that ID.",
	);
	await expectAxeCleanInThemes(page, "a template that is refused");
	await expect(page.getByRole("article")).toHaveCount(3);

	await load("notes.txt", "notes");
	await expect(refusal).toContainText("That is not a JSON or XLSX file.");

	await load("warehouse.json", JSON.stringify(mine));
	await expect(page.getByText("Warehouse visit is loaded as version 1, with 45 questions.")).toBeVisible();
	await expect(refusal).toHaveCount(0);
	await expect(page.getByRole("article", { name: "Warehouse visit" })).toContainText("Yours, version 1");

	await load("warehouse.xlsx", await exported("XLSX", "Warehouse visit"));
	await expect(page.getByRole("article", { name: "Warehouse visit" })).toContainText("Yours, version 2");
	await expectAxeCleanInThemes(page, "templates");
	expect(complaints).toEqual([]);
});
