import { type ComponentType, type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { LoginNotice } from "#src/features/auth/login-notice.ts";
import type { KeptHow } from "#src/lib/outbox/left-behind.ts";
import { signOut } from "#src/lib/session/sign-out.ts";
import { notify } from "#src/ui/toast/notify.ts";

const NOTICES = {
	ended: { title: "You are signed out", text: "No account data is left on this device." },
	"put-off": {
		title: "You are signed out on this device",
		text: "No account data is shown here. The session itself ends as soon as there is a connection.",
	},
} as const;

/** Replaces the text of `ended` if requests stay on this device until the account signs in again. */
const KEPT: Record<Exclude<KeptHow, "nothing">, string> = {
	sealed: "The requests you kept stay on this device, encrypted, until you sign in again.",
	readable: "The requests you kept stay on this device, not encrypted, until you sign in again.",
};

type Question = ComponentType<{ onSignOut(kept: KeptHow): void; onCancel(): void }>;

/** Signing out, with the question about waiting requests. Render `question` anywhere. */
export function useSignOut(): { askSignOut(): void; question: ReactNode } {
	const [Question, setQuestion] = useState<Question | null>(null);
	const navigate = useNavigate();
	const end = async (kept: KeptHow) => {
		setQuestion(null);
		const { how, companyPage } = await signOut();
		const notice: LoginNotice | null = companyPage === null ? null : { after: "company-sign-out", page: companyPage };
		navigate("/auth/login", { state: notice });
		const { title, text } = NOTICES[how];
		await notify({ title, text: kept === "nothing" ? text : `${how === "ended" ? "" : `${text} `}${KEPT[kept]}` });
	};
	const ask = async () => {
		const code = await import("#src/features/outbox-screen/sign-out-dialog.tsx").catch(() => null);
		// If we can't ask, waiting requests are kept for their account.
		if (code) setQuestion(() => code.SignOutDialog);
		else await end("readable");
	};
	return {
		askSignOut: () => void ask(),
		question: Question && <Question onSignOut={(kept) => void end(kept)} onCancel={() => setQuestion(null)} />,
	};
}
