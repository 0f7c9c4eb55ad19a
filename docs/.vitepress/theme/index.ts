/** The default theme with the system's fonts: nothing is fetched from elsewhere. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
