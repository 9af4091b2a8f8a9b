/** What projects follow in the stores: apps, their terms and their reviews, and the search that finds apps. */
import { appKeywordSearchWorkflow } from '../keywords/app-keyword-search.workflow.ts';
import { keywordEndpoints } from '../keywords/routes.ts';
import { appReviews } from '../reviews/app-reviews.workflow.ts';
import { reviewEndpoints } from '../reviews/routes.ts';
import { searchEndpoints } from '../search/routes.ts';
import { appTracking } from './app-tracking.workflow.ts';
import { appCharts } from './charts/app-charts.workflow.ts';
import { trackedAppEndpoints } from './routes.ts';

export const trackingEndpoints = [...searchEndpoints, ...trackedAppEndpoints, ...keywordEndpoints, ...reviewEndpoints];
export const trackingWorkflows = [appTracking, appCharts, appKeywordSearchWorkflow, appReviews];
