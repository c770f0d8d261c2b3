import { NoPage, noPageMeta } from "#src/ui/page/no-page.tsx";

export const meta = noPageMeta;

export default function NotFoundPage() {
	return <NoPage />;
}
