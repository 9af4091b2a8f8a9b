import '#data/language.ts';
import '#ui/charts/colors.css';
import './share.css';
import { createRoot } from 'react-dom/client';
import { client } from '../../../clients/typescript/src/client.gen.ts';
import { followReach } from '#data/answers/reach.ts';
import { SharedPage } from './page.tsx';

client.setConfig({ baseUrl: window.location.origin });

// What is on the page is read again by itself: it follows the same.
followReach(() => undefined);

const place = document.querySelector('#root');
if (!place) throw new Error('The page has no element for the share');
createRoot(place).render(<SharedPage token={window.location.pathname.split('/').at(-1) ?? ''} />);
