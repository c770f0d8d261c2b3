import { useState } from "react";
import * as z from "zod/mini";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { SignatureField } from "../signature/signature-field.tsx";

type Who = { name: string; role: string; email?: string };

type Props = {
	busy: boolean;
	/** A PNG. Resolves to whether it was saved. */
	onSigner(who: Who, bytes: ArrayBuffer): Promise<boolean>;
};

const isAddress = (text: string) => z.safeParse(z.email(), text).success;

/** One person who signs: who it is, and the signature. */
export function SignerForm({ busy, onSigner }: Props) {
	const [name, setName] = useState("");
	const [role, setRole] = useState("");
	const [email, setEmail] = useState("");
	useBusyForm(name !== "" || role !== "" || email !== "");
	const refusal = () => {
		if (name.trim() === "") return "Type the name of the person who signs.";
		if (role.trim() === "") return "Type the person’s role, such as: Head of IT, Acme Bank.";
		return email.trim() !== "" && !isAddress(email.trim())
			? "That is not an email address. You can also leave it out."
			: null;
	};
	return (
		<div className="grid gap-4">
			<div className="grid gap-4 md:grid-cols-2">
				<FormField
					id="signer-name"
					label="Name"
					maxLength={120}
					autoComplete="off"
					value={name}
					onChange={({ target }) => setName(target.value)}
				/>
				<FormField
					id="signer-role"
					label="Role"
					maxLength={120}
					autoComplete="off"
					value={role}
					onChange={({ target }) => setRole(target.value)}
				/>
			</div>
			<FormField
				id="signer-email"
				label="Email, optional"
				hint="The signed copy goes there."
				type="email"
				inputMode="email"
				maxLength={254}
				autoComplete="off"
				value={email}
				onChange={({ target }) => setEmail(target.value)}
			/>
			<SignatureField
				name={name}
				button="Add this signature"
				busy={busy}
				refusal={refusal}
				onSigned={async (bytes) => {
					const who = { name: name.trim(), role: role.trim(), ...(email.trim() !== "" && { email: email.trim() }) };
					const saved = await onSigner(who, bytes);
					if (saved) {
						setName("");
						setRole("");
						setEmail("");
					}
					return saved;
				}}
			/>
		</div>
	);
}
