import { expect, test } from "vitest";
import { readContact } from "#src/features/contact/read-contact.ts";

function filled(more: Record<string, string>): FormData {
	const data = new FormData();
	const fields = {
		firstName: "Ada",
		lastName: "Obi",
		email: "ada@mail.example",
		company: "Obi & Co",
		inquiryType: "other",
		message: "Hello.",
		role: "",
		companySize: "",
		timeline: "",
		...more,
	};
	for (const [name, value] of Object.entries(fields)) data.set(name, value);
	return data;
}

const keysOf = (more: Record<string, string>) => {
	const read = readContact(filled(more));
	return "body" in read ? Object.keys(read.body) : read.trouble;
};

test("the message has nine fields, and empty ones are left out", { meta: { acceptance: "S3.26" } }, () => {
	expect(keysOf({})).toEqual(["firstName", "lastName", "email", "company", "inquiryType", "message"]);
	expect(keysOf({ role: "ciso", companySize: "1000+", timeline: "exploring" })).toHaveLength(9);
});

test("blanks and unknown choices make no message", () => {
	expect(readContact(filled({ company: "   " }))).toHaveProperty("trouble");
	expect(readContact(filled({ role: "king" }))).toHaveProperty("trouble");
});
