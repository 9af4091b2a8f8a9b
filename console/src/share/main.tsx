import './share.css';
import { createRoot } from 'react-dom/client';
import { client } from '../../../clients/typescript/src/client.gen.ts';
import { guardLanguage } from '../data/language.ts';
import { SharedPage } from './page.tsx';

guardLanguage();
client.setConfig({ baseUrl: window.location.origin });

const place = document.querySelector('#root');
if (!place) throw new Error('The page has no element for the share');
createRoot(place).render(<SharedPage token={window.location.pathname.split('/').at(-1) ?? ''} />);
